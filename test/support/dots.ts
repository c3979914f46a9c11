import type { Locator } from 'playwright-core';
import type { Panel } from '#client/panel/panel.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { until } from './until.ts';

/** The dots of a picture on a page, row by row: 255 for white. Waits until the picture is 800 px wide. */
export async function dotsOf(picture: Locator): Promise<Buffer> {
  await picture.waitFor();
  // The previous picture stays until the next one has loaded.
  await until('a picture that was loaded', async () =>
    (await picture.getAttribute('src'))?.startsWith('blob:'),
  );
  const dots = await picture.evaluate(async (image: any) => {
    const { document } = globalThis as any;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at]);
    return btoa(text);
  });
  return Buffer.from(dots, 'base64');
}

/** The dots that a black and white panel shows, row by row: 255 for white. */
export function screenOf(panel: Panel): Uint8Array {
  if (!panel.screen) throw new Error('There is nothing on the glass.');
  return unpack(panel.screen.frame.bytes, 800, 480, 1);
}
