import { type Scene, sceneSchema } from '../imaging/scene.ts';

export interface NoticePage {
  title: string;
  text: string;
  brand: string;
}

/** A short notice for a panel that has no other page, 800x480. */
export function noticePage({ title, text, brand }: NoticePage): Scene {
  return sceneSchema.parse({
    version: 1,
    viewport: { width: 800, height: 480 },
    background: '#ffffff',
    elements: [
      {
        id: 'title',
        type: 'text',
        frame: { x: 56, y: 40, width: 688, height: 176 },
        properties: {
          text: title,
          size: 64,
          minSize: 28,
          weight: 700,
          lineHeight: 1.15,
          verticalAlign: 'bottom',
          maxLines: 2,
        },
      },
      {
        id: 'rule',
        type: 'shape',
        frame: { x: 58, y: 236, width: 96, height: 6 },
        properties: { shape: 'line', stroke: '#000000', strokeWidth: 6 },
      },
      {
        id: 'text',
        type: 'text',
        frame: { x: 56, y: 262, width: 688, height: 132 },
        properties: { text, size: 28, minSize: 16, lineHeight: 1.35, maxLines: 3 },
      },
      {
        id: 'brand',
        type: 'text',
        frame: { x: 56, y: 416, width: 688, height: 32 },
        properties: { text: brand, size: 20, weight: 700, lineHeight: 1.3, maxLines: 1 },
      },
    ],
  });
}
