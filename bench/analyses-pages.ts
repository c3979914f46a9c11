import { photographJpeg } from '#test/support/images.ts';
import { DEFAULT_TONE } from '#worker/imaging/panel-tone.ts';
import { createPixels } from '#worker/imaging/pool.ts';
import { PICTURES } from '#worker/layout/gallery/sample.ts';
import { SAMPLES } from '#worker/layout/gallery/samples.ts';
import { pageTemplates } from '../modules/page-templates.ts';
import type { Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

const PANEL = { width: 800, height: 480 };
const ROUNDS = 8;

/**
 * Elapsed time for the pages of the gallery, with photographs as their pictures: each is laid out, drawn, dithered
 * and encoded to all four products of a panel, one after the other on one thread of the pool.
 */
export async function benchPages(): Promise<Row[]> {
  const pictures = new Map<string, Uint8Array>();
  for (const { fileId, width, height } of Object.values(PICTURES))
    pictures.set(fileId, await photographJpeg(width, height));
  const pixels = createPixels({ threads: 1 });
  const taken: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { template, parameters } of SAMPLES) {
        const started = performance.now();
        const scene = pageTemplates.layOut(template, parameters, {
          viewport: PANEL,
          colorMode: 'monochrome',
        });
        const images = Object.fromEntries(
          pageTemplates.imagesOf(scene).map((id) => [
            id,
            // The pool transfers the bytes it gets, so each call needs a copy.
            { input: new Uint8Array(pictures.get(id) ?? []), contentType: 'image/jpeg' as const },
          ]),
        );
        const source = { kind: 'scene' as const, scene: scene as never, images };
        await pixels.renderFrames(source, { ...PANEL, ...DEFAULT_TONE });
        if (round > 0) taken.push(performance.now() - started); // the first round warms up
      }
    }
  } finally {
    await pixels.close();
  }
  return [
    single('page, laid out, drawn and dithered: median', 'ms', percentile(taken, 0.5), null),
    single('page, laid out, drawn and dithered: p95', 'ms', percentile(taken, 0.95), 150),
  ];
}
