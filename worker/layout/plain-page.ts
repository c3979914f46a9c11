import { type Scene, sceneSchema } from '../imaging/scene.ts';

/** A title over running text, at any size: what a page is reduced to when nothing else will do. */
export function plainPage(
  { title, text }: { title: string | null; text: string },
  { width, height }: { width: number; height: number },
): Scene {
  const margin = Math.max(1, Math.round(Math.min(width, height) / 14));
  const room = { x: margin, width: Math.max(1, width - 2 * margin) };
  const bottom = Math.max(margin + 1, height - margin);
  const head = title ? Math.max(1, Math.round(height / 5)) : 0;
  const size = Math.max(14, Math.round(Math.min(width, height) / 15));
  const elements: unknown[] = [];
  if (title) {
    const style = { text: title, size: Math.round(size * 1.4), minSize: 14, weight: 700, maxLines: 2 };
    elements.push({
      id: 'title',
      type: 'text',
      frame: { ...room, y: margin, height: head },
      properties: style,
    });
  }
  const y = Math.min(margin + head, bottom - 1);
  const frame = { ...room, y, height: bottom - y };
  elements.push({
    id: 'text',
    type: 'text',
    frame,
    properties: { text, size, minSize: 14, lineHeight: 1.35 },
  });
  return sceneSchema.parse({ version: 1, viewport: { width, height }, background: '#ffffff', elements });
}
