import { createHash } from 'node:crypto';
import test from 'ava';
import { type BitsPerPixel, ditherPacked, rowBytes } from '#worker/imaging/dither.ts';
import { tonedLuminance, toneTable } from '#worker/imaging/tone.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { drawPhotograph, randomNumbers } from '../../support/images.ts';
import { referenceDither, referencePack } from '../../support/reference-dither.ts';

const ALL_BITS: BitsPerPixel[] = [1, 2, 4];

function photographCodes(width: number, height: number, seed = 1): Uint8Array {
  return tonedLuminance(drawPhotograph(width, height, seed).data, 3, toneTable(1.3));
}

/** Pictures that catch different mistakes: edges, flat greys near the thresholds, slopes, noise, black and white. */
function pictures(width: number, height: number): Record<string, Uint8Array> {
  const random = randomNumbers(width * 1000 + height);
  const fill = (code: (x: number, y: number) => number) =>
    Uint8Array.from({ length: width * height }, (_, i) => code(i % width, Math.trunc(i / width)));
  return {
    photograph: photographCodes(width, height),
    slope: fill((x) => Math.trunc((255 * x) / Math.max(1, width - 1))),
    noise: fill(() => random() % 256),
    checks: fill((x, y) => ((x ^ y) & 1 ? 255 : 0)),
    blackOrWhite: fill(() => (random() & 1 ? 255 : 0)),
    middle: fill(() => 127),
    nearWhite: fill(() => 254),
    // Most of a page is white and passed over: here ink begins and ends at every place of a byte.
    islands: fill((x, y) => (((x >> 2) * 5 + (y >> 1) * 11) % 13 === 0 ? random() % 256 : 255)),
    dots: fill(() => (random() % 37 === 0 ? random() % 256 : 255)),
  };
}

const SIZES: [number, number][] = [
  [1, 1],
  [2, 5],
  [7, 3],
  [8, 1],
  [8, 8],
  [9, 4],
  [16, 3],
  [33, 21],
  [64, 2],
  [121, 40],
  [160, 96],
];

for (const bits of ALL_BITS) {
  test(`every picture and size is byte for byte the reference's at ${bits} bits`, (t) => {
    for (const [width, height] of SIZES) {
      for (const [name, codes] of Object.entries(pictures(width, height))) {
        const expected = referencePack(referenceDither(codes, width, height, 1 << bits), bits);
        const actual = ditherPacked(codes, width, height, bits);
        t.is(Buffer.compare(actual, expected), 0, `${name} ${width}x${height}`);
      }
    }
  });

  test(`a panel's frame is byte for byte the reference's at ${bits} bits`, (t) => {
    const codes = photographCodes(800, 480, 7);
    const expected = referencePack(referenceDither(codes, 800, 480, 1 << bits), bits);
    t.is(Buffer.compare(ditherPacked(codes, 800, 480, bits), expected), 0);
  });
}

/** Made once with the reference; pixels in, so no decoder has a say. They are the same on every machine. */
const GOLDEN = {
  codes: 'de96efa5d5ae616b2623303d2c52524c0212015da6c2e94e2b006143a458c1be',
  1: '60ce233c304dddc49261ce7749233c80c889c921c3afe45224a9aa519d3d6bd6',
  2: '194b23ff1f10948f3dcb7490596b0277887223c350ad6a9655ef71f60a516bb0',
  4: '00efe8207df25ccd7f924b592042ce25fea732ecafdc03331bbb05d252d22344',
};

test('golden frames hold', (t) => {
  const codes = photographCodes(800, 480, 42);
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  t.is(sha256(codes), GOLDEN.codes);
  for (const bits of [1, 2, 4] as const) t.is(sha256(ditherPacked(codes, 800, 480, bits)), GOLDEN[bits]);
});

test('frames have the sizes of the protocol', (t) => {
  const codes = new Uint8Array(800 * 480);
  t.deepEqual(
    ALL_BITS.map((bits) => ditherPacked(codes, 800, 480, bits).length),
    [48_000, 96_000, 192_000],
  );
  t.deepEqual([rowBytes(9, 1), rowBytes(5, 2), rowBytes(3, 4)], [2, 2, 2]);
});

test('the leftmost pixel is in the highest bits, 0 is black, rows are padded with zeros', (t) => {
  const row = Uint8Array.of(255, 0, 0, 0, 0, 0, 0, 0, 255);
  t.deepEqual([...ditherPacked(row, 9, 1, 1)], [0b1000_0000, 0b1000_0000]);
  t.deepEqual(
    [...ditherPacked(Uint8Array.of(0, 85, 170, 255, 255), 5, 1, 2)],
    [0b00_01_10_11, 0b11_00_00_00],
  );
  t.deepEqual([...ditherPacked(Uint8Array.of(0, 17, 255), 3, 1, 4)], [0x01, 0xf0]);
});

test('the mean tone is kept', (t) => {
  for (const code of [20, 90, 128, 200, 240]) {
    for (const bits of ALL_BITS) {
      const shown = unpack(
        ditherPacked(new Uint8Array(400 * 300).fill(code), 400, 300, bits),
        400,
        300,
        bits,
      );
      const mean = shown.reduce((sum, value) => sum + value, 0) / shown.length;
      t.true(Math.abs(mean - code) < 1.5, `${code} at ${bits} bits became ${mean}`);
    }
  }
});

test('a plane of the wrong size is refused', (t) => {
  t.throws(() => ditherPacked(new Uint8Array(10), 3, 3, 1), { instanceOf: RangeError });
});
