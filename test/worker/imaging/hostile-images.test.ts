import { deflateSync } from 'node:zlib';
import test from 'ava';
import { decodeImage } from '#worker/imaging/decode.ts';
import { InvalidImageError } from '#worker/imaging/errors.ts';
import { sniffImageType } from '#worker/imaging/sniff.ts';
import { stripPng } from '#worker/imaging/strip-png.ts';
import {
  drawPhotograph,
  encode,
  flatPng,
  photographJpeg,
  photographPng,
  pngChunk,
  pngHeader,
  randomNumbers,
  textBomb,
  withChunks,
} from '../../support/images.ts';

const decode = (bytes: Uint8Array, type: string) =>
  decodeImage(bytes, type, { width: 80, height: 48, fit: 'fill', alpha: false });

const photograph = () => encode(drawPhotograph(300, 200));
const MAKERS: Record<string, () => Promise<Buffer>> = {
  'image/png': () => photographPng(300, 200),
  'image/jpeg': () => photographJpeg(300, 200),
  'image/gif': () => photograph().gif().toBuffer(),
  'image/webp': () => photograph().webp().toBuffer(),
};

/** What people are told: nothing of what a library says. */
const OUR_WORDS =
  /^(the image does not decode: it is damaged, incomplete or too large|the PNG is truncated|the bytes are not a .*)$/;

for (const [type, make] of Object.entries(MAKERS)) {
  test(`a ${type} cut anywhere is refused`, async (t) => {
    const whole = await make();
    await decode(whole, type);
    for (const part of [0, 0.01, 0.2, 0.5, 0.8, 0.97]) {
      const cut = whole.subarray(0, Math.trunc(whole.length * part));
      const { message } = await t.throwsAsync(decode(cut, type), { instanceOf: InvalidImageError });
      t.regex(message, OUR_WORDS, `cut at ${part}`);
    }
  });

  test(`bytes of another type declared as ${type} are refused`, async (t) => {
    for (const [other, makeOther] of Object.entries(MAKERS)) {
      if (other === type) continue;
      const error = await t.throwsAsync(decode(await makeOther(), type), { instanceOf: InvalidImageError });
      t.regex(error.message, new RegExp(other));
    }
  });

  test(`mutated ${type} images decode or are refused, and nothing else`, async (t) => {
    const whole = await make();
    const random = randomNumbers(whole.length);
    for (let round = 0; round < 100; round++) {
      const mutated = Buffer.from(whole);
      for (let change = 0; change < 1 + (round % 8); change++) {
        // Headers are where the damage is done: half of the changes go to the first hundred bytes.
        const range = change % 2 === 0 ? Math.min(100, mutated.length) : mutated.length;
        mutated[random() % range] = random() & 255;
      }
      const error = await decode(mutated, type).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      t.true(error === undefined || error instanceof InvalidImageError, String(error));
    }
  });
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const REFUSED: [string, () => Promise<Buffer> | Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('hello')],
  ['an SVG', () => Buffer.from(SVG)],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
  ['a TIFF', () => photograph().tiff().toBuffer()],
  [
    'a PNG signature and an SVG',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SVG)]),
  ],
  ['a PNG without pixels', () => Buffer.concat([pngHeader(8, 8), pngChunk('IEND', new Uint8Array())])],
  ['a PNG of no width', () => Buffer.concat([pngHeader(0, 8), flatPng(8, 8).subarray(33)])],
  ['a PNG of 900 megapixels', () => Buffer.concat([pngHeader(30_000, 30_000), flatPng(8, 8).subarray(33)])],
  ['a chunk longer than the file', () => withChunks(flatPng(8, 8), [Buffer.from('7fffffff74455874', 'hex')])],
];

for (const [name, make] of REFUSED) {
  test(`${name} is refused`, async (t) => {
    for (const type of Object.keys(MAKERS)) {
      await t.throwsAsync(decode(await make(), type), { instanceOf: InvalidImageError });
    }
  });
}

test.serial('text chunks that would inflate to hundreds of megabytes are skipped', async (t) => {
  const bombed = withChunks(await photographPng(300, 200), [textBomb(100), textBomb(100), textBomb(100)]);
  t.true(stripPng(bombed).length < bombed.length - 200_000);
  const before = process.memoryUsage().rss;
  await decode(bombed, 'image/png');
  t.true(process.memoryUsage().rss - before < 60_000_000);
});

test('an ICC profile that inflates without end is dropped, the picture stays', async (t) => {
  const profile = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000))]);
  const bombed = withChunks(await photographPng(300, 200), [pngChunk('iCCP', profile)]);
  t.false(Buffer.from(stripPng(bombed)).includes('iCCP'));
  t.is((await decode(bombed, 'image/png')).width, 80);
});

test('a PNG without such chunks is passed on without a copy', async (t) => {
  const png = await photographPng(30, 20);
  t.is(stripPng(flatPng(8, 8)).length, flatPng(8, 8).length);
  const stripped = stripPng(png);
  t.is(stripPng(stripped), stripped);
});

test('an interlaced PNG that would need hundreds of megabytes is refused before decoding', async (t) => {
  const tiny = Buffer.concat([
    pngHeader(7000, 7000, { depth: 16, color: 6, interlace: 1 }),
    flatPng(8, 8).subarray(33),
  ]);
  await t.throwsAsync(decode(tiny, 'image/png'), { instanceOf: InvalidImageError, message: /memory/ });
});

test('a progressive JPEG that would need hundreds of megabytes is refused before decoding', async (t) => {
  const jpeg = await photograph().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(7000, frame + 5);
  jpeg.writeUInt16BE(7000, frame + 7);
  await t.throwsAsync(decode(jpeg, 'image/jpeg'), { instanceOf: InvalidImageError, message: /memory/ });
});

test('sniffing goes by the first bytes', async (t) => {
  for (const [type, make] of Object.entries(MAKERS)) t.is(sniffImageType(await make()), type as never);
  t.is(sniffImageType(Buffer.from('GIF')), null);
  t.is(sniffImageType(Buffer.from('RIFF0000WAVE')), null);
});
