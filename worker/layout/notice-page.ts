import type { Scene } from '../imaging/scene.ts';
import { systemPage, titleWithRule } from './system-page.ts';

export interface NoticePage {
  title: string;
  text: string;
  brand: string;
}

/** A short notice for a panel that has no other page, 800x480. */
export function noticePage({ title, text, brand }: NoticePage): Scene {
  return systemPage([
    ...titleWithRule({ id: 'title', y: 40, height: 176, text: title, size: 64, lineHeight: 1.15 }, 236),
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
  ]);
}
