import type { Scene } from '../imaging/scene.ts';
import { systemPage, titleWithRule } from './system-page.ts';

export interface WelcomePage {
  /** Name of the display. */
  name: string;
}

/** The page of a panel that has just been claimed, 800x480. The strip of greys shows at a glance what it can draw. */
export function welcomePage({ name }: WelcomePage): Scene {
  const steps = Array.from({ length: 16 }, (_, step) => {
    const grey = (step * 17).toString(16).padStart(2, '0');
    return {
      id: `grey-${step}`,
      type: 'shape' as const,
      frame: { x: step * 50, y: 440, width: 50, height: 40 },
      properties: { shape: 'rect' as const, fill: `#${grey}${grey}${grey}` },
    };
  });
  return systemPage([
    ...titleWithRule({ id: 'name', y: 32, height: 236, text: name, size: 104, lineHeight: 1.12 }, 286),
    {
      id: 'ready',
      type: 'text',
      frame: { x: 56, y: 310, width: 688, height: 60 },
      properties: { text: 'is ready.', size: 40, weight: 400, lineHeight: 1.3, maxLines: 1 },
    },
    {
      id: 'hint',
      type: 'text',
      frame: { x: 56, y: 372, width: 688, height: 34 },
      properties: { text: 'What you push next will appear here.', size: 22, lineHeight: 1.3, maxLines: 1 },
    },
    ...steps,
  ]);
}
