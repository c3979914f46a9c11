import type { SceneImages } from '../../imaging/compose.ts';
import { drawLandscape, drawModules, drawReport, drawSlide, type MoodName } from './pictures.ts';
import { PICTURES } from './sample.ts';

/** The pictures that the samples name, in the form that drawing a page takes. */
export function sampleImages(): SceneImages {
  return Object.fromEntries(
    Object.values(PICTURES).map(({ fileId, width, height }) => {
      const drawn: Record<string, () => Uint8Array> = {
        report: () => drawReport(width, height, 'Trees of the city'),
        slide: () => drawSlide(width, height, 'Trees of the city'),
        code: () => drawModules('NB-88412-7 HH-CPH 2026-11-28 61 64'),
      };
      const input = drawn[fileId]?.() ?? drawLandscape(fileId as MoodName, width, height);
      return [fileId, { input, contentType: 'image/png' }];
    }),
  );
}
