import { type Scene, sceneSchema } from '../imaging/scene.ts';
import type { ElementInput } from './qr-modules.ts';

/** A page that Placard shows by itself, 800x480, on white. */
export function systemPage(elements: ElementInput[]): Scene {
  const viewport = { width: 800, height: 480 };
  return sceneSchema.parse({ version: 1, viewport, background: '#ffffff', elements });
}

/** A large title above a short rule. */
export function titleWithRule(
  title: { id: string; y: number; height: number; text: string; size: number; lineHeight: number },
  ruleY: number,
): ElementInput[] {
  const { id, y, height, ...text } = title;
  return [
    {
      id,
      type: 'text',
      frame: { x: 56, y, width: 688, height },
      properties: { ...text, minSize: 28, weight: 700, verticalAlign: 'bottom', maxLines: 2 },
    },
    {
      id: 'rule',
      type: 'shape',
      frame: { x: 58, y: ruleY, width: 96, height: 6 },
      properties: { shape: 'line', stroke: '#000000', strokeWidth: 6 },
    },
  ];
}
