import type { SceneImages } from '../../imaging/compose.ts';
import { drawLandscape, drawReport, type MoodName } from './pictures.ts';
import { PICTURES } from './sample.ts';

/** The pictures that the samples name, as a page is drawn with them. */
export function sampleImages(): SceneImages {
  return Object.fromEntries(
    Object.values(PICTURES).map(({ fileId, width, height }) => {
      const input =
        fileId === 'report'
          ? drawReport(width, height, 'Trees of the city')
          : drawLandscape(fileId as MoodName, width, height);
      return [fileId, { input, contentType: 'image/png' }];
    }),
  );
}
