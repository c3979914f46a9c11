import { createHash } from 'node:crypto';
import test from 'ava';
import { adaptTone } from '#worker/imaging/adapt-tone.ts';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { panelCodes } from '#worker/imaging/panel-tone.ts';
import { isDrawn } from '#worker/imaging/picture-kind.ts';
import { luminancePlane, toneTable } from '#worker/imaging/tone.ts';
import { drawPhotograph } from '../../support/images.ts';

const WIDTH = 400;
const HEIGHT = 240;
const photograph = luminancePlane(drawPhotograph(WIDTH, HEIGHT, 5).data, 3);
/** The same scene as a camera without a flash, in fog, and through a dirty window takes it. */
const degraded = {
  night: photograph.map((code) => code >> 2),
  fog: photograph.map((code) => 160 + ((code * 3) >> 3)),
  dull: photograph.map((code) => 70 + (code >> 1)),
};

function percentile(codes: Uint8Array, share: number): number {
  return codes.toSorted()[Math.floor((codes.length - 1) * share)]!;
}

function contrast(codes: Uint8Array): number {
  return percentile(codes, 0.95) - percentile(codes, 0.05);
}

/** Correlation of two planes: 1 when one is the other, lighter, darker or flatter. */
function likeness(a: Uint8Array, b: Uint8Array): number {
  const mean = (plane: Uint8Array) => plane.reduce((sum, code) => sum + code, 0) / plane.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB);
    aa += (a[i]! - meanA) ** 2;
    bb += (b[i]! - meanB) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

for (const [name, codes] of Object.entries(degraded)) {
  test(`a ${name} picture comes out with the contrast of the scene, and is the same scene`, (t) => {
    const adapted = adaptTone(codes, WIDTH, HEIGHT);
    t.true(
      contrast(adapted) > 0.85 * contrast(photograph),
      `${contrast(adapted)} of ${contrast(photograph)}`,
    );
    t.true(likeness(adapted, photograph) > 0.95);
    const median = percentile(adapted, 0.5);
    t.true(median > 50 && median < 190, `median ${median}`);
  });
}

test('a photograph that uses the whole range stays as it is', (t) => {
  const full = photograph.map((code, i) => (i % 97 === 0 ? 0 : i % 89 === 0 ? 255 : code));
  const adapted = adaptTone(full, WIDTH, HEIGHT);
  let sum = 0;
  for (let i = 0; i < full.length; i++) sum += Math.abs(adapted[i]! - full[i]!);
  t.true(sum / full.length < 8, `mean change ${sum / full.length}`);
});

test('a black night with one lamp stays a night, and an even grey stays even', (t) => {
  const night = new Uint8Array(WIDTH * HEIGHT).map((_, i) => (i % 3 === 0 ? 4 : 2));
  for (let y = 100; y < 110; y++) night.fill(250, y * WIDTH + 200, y * WIDTH + 210);
  const adapted = adaptTone(night, WIDTH, HEIGHT);
  t.true(percentile(adapted, 0.9) < 40);
  t.is(adapted[105 * WIDTH + 205], 255);
  for (const code of [0, 128, 255]) {
    t.is(new Set(adaptTone(new Uint8Array(64 * 64).fill(code), 64, 64)).size, 1);
  }
});

test('pictures of any size are adapted', (t) => {
  for (const [width, height] of [
    [1, 1],
    [1, 9],
    [9, 1],
    [2, 2],
    [7, 5],
    [17, 8],
    [8, 17],
  ] as const) {
    t.is(adaptTone(photograph.slice(0, width * height), width, height).length, width * height);
  }
});

test('with the plain tone, and for drawings, only the tone table is applied', (t) => {
  const options = { toneExponent: 1.3, tone: 'plain' } as const;
  const table = toneTable(1.3);
  t.deepEqual(
    panelCodes(photograph, WIDTH, HEIGHT, options),
    photograph.map((code) => table[code]!),
  );
  const drawing = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let y = 60; y < 180; y++) drawing.fill(y < 120 ? 0 : 120, y * WIDTH + 50, y * WIDTH + 200);
  t.true(isDrawn(drawing, WIDTH));
  t.deepEqual(
    panelCodes(drawing, WIDTH, HEIGHT, { toneExponent: 1.3, tone: 'auto' }),
    drawing.map((code) => table[code]!),
  );
});

test('dark and faint photographs are not taken for drawings', (t) => {
  for (const codes of [photograph, ...Object.values(degraded)]) t.false(isDrawn(codes, WIDTH));
});

test('the exponent of the display is applied as well', (t) => {
  const mean = (toneExponent: number) => {
    const codes = panelCodes(photograph, WIDTH, HEIGHT, { toneExponent, tone: 'auto' });
    return codes.reduce((sum, code) => sum + code, 0) / codes.length;
  };
  t.true(mean(1) > mean(1.3) && mean(1.3) > mean(1.8));
});

/** Pixels in, so that no decoder has a say. They are the same on every machine. */
const GOLDEN = {
  night: '636678fdc3a3836e155758c4b316190bf5826c6fbb79e10d33dce3bfdd357531',
  fog: 'bb5e77458c78c9a230a4d8e30932d02be7cb612a9028b16324645ac23b52b93f',
  dull: '47e257f2aa522249ae549587d9d7000b2a7f9bf4f51dc7c33eeb918d2514f5eb',
};

test('golden frames hold', (t) => {
  for (const [name, codes] of Object.entries(degraded)) {
    const toned = panelCodes(codes, WIDTH, HEIGHT, { toneExponent: 1.3, tone: 'auto' });
    const frame = ditherPacked(toned, WIDTH, HEIGHT, 1);
    t.is(createHash('sha256').update(frame).digest('hex'), GOLDEN[name as keyof typeof GOLDEN], name);
  }
});
