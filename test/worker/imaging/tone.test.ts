import test from 'ava';
import { tonedLuminance, toneTable } from '#worker/imaging/tone.ts';

test('luminance is Rec. 709 on the codes, and white stays white', (t) => {
  const pixels = Uint8Array.of(255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255);
  t.deepEqual([...tonedLuminance(pixels, 3, toneTable(1))], [255, 0, 54, 182, 18]);
});

test('alpha is skipped', (t) => {
  const pixels = Uint8Array.of(255, 0, 0, 7, 0, 0, 255, 9);
  t.deepEqual([...tonedLuminance(pixels, 4, toneTable(1))], [54, 18]);
});

test('an exponent of 1 changes nothing; above 1 the middle darkens and the ends stay', (t) => {
  t.deepEqual(
    [...toneTable(1)],
    Array.from({ length: 256 }, (_, code) => code),
  );
  const table = toneTable(1.3);
  t.deepEqual([table[0], table[128], table[255]], [0, 104, 255]);
  t.true(table.every((code, index) => index === 0 || code >= table[index - 1]!));
});
