import { type Scene, sceneSchema } from '../imaging/scene.ts';

/** One image stretched to the viewport: the page of `hardcode` without a display. */
export function stretchedImage(fileId: string, viewport: { width: number; height: number }): Scene {
  return sceneSchema.parse({
    version: 1,
    viewport: { width: viewport.width, height: viewport.height },
    background: '#ffffff',
    elements: [
      {
        id: 'image',
        type: 'image',
        frame: { x: 0, y: 0, width: viewport.width, height: viewport.height },
        properties: { fileId, fit: 'stretch' },
      },
    ],
  });
}
