import { readFile } from 'node:fs/promises';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { DEFAULT_TONE } from '#worker/imaging/panel-tone.ts';
import { createPixels } from '#worker/imaging/pool.ts';
import { pageTemplates } from '../modules/page-templates.ts';
import { type Row, timeCalls } from './imaging-row.ts';
import { single } from './single-row.ts';

const PANEL = { width: 800, height: 480 };
const WARM_UP = 15;
const TIMES = 10;

/**
 * CPU time of a photograph of 12 megapixels in `auto`, of all threads: analysed, put on a page, drawn in every
 * product.
 */
export async function benchAuto(path: string): Promise<Row> {
  const file = await readFile(path);
  const extractor = createExtractor();
  const pixels = createPixels({ threads: 1 });
  const contentType = 'image/jpeg';
  const push = async () => {
    const { digest } = await extractor.digest({ bytes: new Uint8Array(file), contentType });
    const { width, height, focus } = digest.image!;
    const image = { fileId: 'photograph', width, height, kind: 'photo', focus };
    const scene = pageTemplates.layOut('photo', { image }, { viewport: PANEL, colorMode: 'monochrome' });
    const images = { photograph: { input: new Uint8Array(file), contentType } } as const;
    await pixels.renderFrames(
      { kind: 'scene', scene: scene as never, images },
      { ...PANEL, ...DEFAULT_TONE },
    );
  };
  try {
    for (let i = 0; i < WARM_UP; i++) await push();
    return single('12-megapixel JPEG in auto, CPU', 'ms', await timeCalls(TIMES, push), 250);
  } finally {
    await Promise.all([extractor.close(), pixels.close()]);
  }
}
