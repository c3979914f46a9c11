import test from 'ava';
import { PNG } from 'pngjs';
import { rowBytes } from '#worker/imaging/dither.ts';
import { framePng } from '#worker/imaging/frame-png.ts';
import { unpack } from '#worker/imaging/unpack.ts';

for (const bits of [1, 2, 4] as const) {
  test(`a frame of ${bits} bits a pixel has the same pixels as a PNG, whatever its width`, async (t) => {
    for (const [width, height] of [
      [800, 480],
      [13, 5],
      [1, 1],
    ] as const) {
      const bytes = (_: unknown, i: number) => (i * 151 + (i >> 3)) & 255;
      const frame = Uint8Array.from({ length: rowBytes(width, bits) * height }, bytes);
      const png = PNG.sync.read(Buffer.from(await framePng(frame, width, height, bits)));
      t.like(png, { width, height });
      const red = Uint8Array.from({ length: width * height }, (_, i) => png.data[4 * i] as number);
      t.deepEqual(red, unpack(frame, width, height, bits));
    }
  });
}

test('a PNG is never much larger than its frame', async (t) => {
  const noise = Uint8Array.from({ length: 48_000 }, (_, i) => (Math.imul(i + 1, 2_654_435_761) >>> 11) & 255);
  t.true((await framePng(noise, 800, 480, 1)).length < 48_700);
});
