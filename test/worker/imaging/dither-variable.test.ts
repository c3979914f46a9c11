import { createHash } from 'node:crypto';
import test from 'ava';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { ditherVariable } from '#worker/imaging/dither-variable.ts';
import { luminancePlane } from '#worker/imaging/tone.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { shownLightness } from '../../../bench/pictures/panel-model.ts';
import { drawPhotograph } from '../../support/images.ts';

const WIDTH = 320;
const HEIGHT = 200;
const flat = (code: number) => new Uint8Array(WIDTH * HEIGHT).fill(code);
const shown = (frame: Uint8Array) => unpack(frame, WIDTH, HEIGHT, 1);

/** How much the lightness that an eye sees differs from place to place, away from the edges. */
function noise(pixels: Uint8Array): number {
  const lightness = shownLightness(pixels, WIDTH, HEIGHT);
  const inner = lightness.filter((_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return x >= 24 && x < WIDTH - 24 && y >= 24 && y < HEIGHT - 24;
  });
  const mean = inner.reduce((sum, each) => sum + each, 0) / inner.length;
  return Math.sqrt(inner.reduce((sum, each) => sum + (each - mean) ** 2, 0) / inner.length);
}

test('the mean tone is kept, and black and white stay pure', (t) => {
  for (const code of [0, 6, 20, 64, 90, 127, 128, 200, 240, 255]) {
    const pixels = shown(ditherVariable(flat(code), WIDTH, HEIGHT));
    const mean = pixels.reduce((sum, each) => sum + each, 0) / pixels.length;
    t.true(Math.abs(mean - code) < 1.5, `${code} became ${mean}`);
    if (code === 0 || code === 255) t.true(pixels.every((pixel) => pixel === code));
  }
});

test('flat tones are calmer than with Floyd-Steinberg', (t) => {
  let variable = 0;
  let fixed = 0;
  for (let code = 8; code < 250; code += 11) {
    variable += noise(shown(ditherVariable(flat(code), WIDTH, HEIGHT)));
    fixed += noise(shown(ditherPacked(flat(code), WIDTH, HEIGHT, 1)));
  }
  t.true(variable < 0.95 * fixed, `${variable} to ${fixed}`);
});

test('the first lines have as many dots as the others', (t) => {
  const pixels = shown(ditherVariable(flat(20), WIDTH, HEIGHT));
  const mean = (rows: Uint8Array) => rows.reduce((sum, each) => sum + each, 0) / rows.length;
  const first = mean(pixels.subarray(0, 16 * WIDTH));
  t.true(Math.abs(first - 20) < 5, `${first}`);
});

test('rows of every width are padded, and the frame is the same on every machine', (t) => {
  for (const [width, height] of [
    [1, 1],
    [3, 40],
    [9, 5],
    [33, 2],
  ] as const) {
    const frame = ditherVariable(new Uint8Array(width * height).fill(255), width, height);
    const whole = unpack(frame, width, height, 1);
    t.is(frame.length, ((width + 7) >> 3) * height);
    t.true(whole.every((pixel) => pixel === 255));
    if (width % 8 !== 0) t.is(frame[frame.length - 1]! & (255 >> (width % 8)), 0);
  }
  const photograph = luminancePlane(drawPhotograph(WIDTH, HEIGHT, 42).data, 3);
  const hash = createHash('sha256')
    .update(ditherVariable(photograph, WIDTH, HEIGHT))
    .digest('hex');
  t.is(hash, '249ea036bad3d66b0b807f3be26271cef8a08c5d7cc9c39d4c1e1064988d285e');
});
