import test from 'ava';
import sharp from 'sharp';
import { type DecodeOptions, decodeImage, freeBytes, type Raster } from '#worker/imaging/decode.ts';
import { drawPhotograph, drawQuarters, encode, flatPng, photographPng } from '../../support/images.ts';

const STRETCH: DecodeOptions = { width: 80, height: 48, fit: 'fill', alpha: false };

/** Which channel leads in the middle of each quarter: top left, top right, bottom left, bottom right. */
function quarters({ data, width, height, channels }: Raster): string {
  const at = (x: number, y: number) => {
    const start = (Math.trunc(y * height) * width + Math.trunc(x * width)) * channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3);
    if (Math.min(red, green, blue) > 240) return 'white';
    const most = Math.max(red, green, blue);
    return most === red ? 'red' : most === green ? 'green' : 'blue';
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ');
}

const UPRIGHT = 'red green blue white';

/** What each EXIF orientation makes of the stored quarters (CIPA DC-008, 4.6.5). */
const TURNED: Record<number, string> = {
  1: UPRIGHT,
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
};

for (const [orientation, expected] of Object.entries(TURNED)) {
  test(`a JPEG of EXIF orientation ${orientation} comes out upright`, async (t) => {
    const jpeg = await encode(drawQuarters(120, 80))
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer();
    const raster = await decodeImage(jpeg, 'image/jpeg', STRETCH);
    t.is(quarters(raster), expected);
    t.deepEqual([raster.width, raster.height, raster.data.length], [80, 48, 80 * 48 * 3]);
  });
}

const quartersOf = (width = 120, height = 80) => encode(drawQuarters(width, height));
const FORMATS: [string, string, () => Promise<Buffer>][] = [
  ['JPEG', 'image/jpeg', () => quartersOf().jpeg().toBuffer()],
  ['progressive JPEG', 'image/jpeg', () => quartersOf().jpeg({ progressive: true }).toBuffer()],
  // Print colours are duller, so only the leading channel is compared.
  ['CMYK JPEG', 'image/jpeg', () => quartersOf().toColourspace('cmyk').jpeg().toBuffer()],
  [
    'JPEG with a wide-gamut ICC profile',
    'image/jpeg',
    () => quartersOf().withIccProfile('p3').jpeg().toBuffer(),
  ],
  ['PNG', 'image/png', () => quartersOf().png().toBuffer()],
  ['interlaced PNG', 'image/png', () => quartersOf().png({ progressive: true }).toBuffer()],
  ['palette PNG', 'image/png', () => quartersOf().png({ palette: true, colours: 8 }).toBuffer()],
  ['16-bit PNG', 'image/png', () => quartersOf().toColourspace('rgb16').png().toBuffer()],
  ['PNG with alpha', 'image/png', () => quartersOf().ensureAlpha().png().toBuffer()],
  ['GIF', 'image/gif', () => quartersOf().gif().toBuffer()],
  ['WebP', 'image/webp', () => quartersOf().webp({ lossless: true }).toBuffer()],
];

for (const [name, type, make] of FORMATS) {
  test(`a ${name} decodes to the colours it was made of`, async (t) => {
    t.is(quarters(await decodeImage(await make(), type, STRETCH)), UPRIGHT);
  });
}

test('an ICC profile is applied: sRGB that was converted to Display P3 is the same sRGB again', async (t) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c04040' } });
  const tagged = await picture.withIccProfile('p3').png().toBuffer();
  const stored = await sharp(tagged, { ignoreIcc: true }).raw().toBuffer();
  t.true(Math.abs(stored[0]! - 0xc0) > 4, 'the stored codes differ');
  const { data } = await decodeImage(tagged, 'image/png', STRETCH);
  t.true(Math.abs(data[0]! - 0xc0) <= 2);
});

test('grey images come out as three equal channels', async (t) => {
  for (const depth of [8, 16]) {
    const { data, channels } = await decodeImage(
      flatPng(16, 16, { depth, color: 0, interlace: 0 }),
      'image/png',
      STRETCH,
    );
    t.is(channels, 3);
    t.is(data.length, 80 * 48 * 3);
    t.true(data.every((code) => code === 0));
  }
});

test('transparency lies on white, or is kept when asked for', async (t) => {
  const clear = await sharp({
    create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const flat = await decodeImage(clear, 'image/png', STRETCH);
  t.true(Math.abs(flat.data[0]! - 127) <= 1);
  const kept = await decodeImage(clear, 'image/png', { ...STRETCH, alpha: true });
  t.is(kept.channels, 4);
  t.true(Math.abs(kept.data[3]! - 128) <= 1);
  const opaque = await decodeImage(await photographPng(40, 30), 'image/png', { ...STRETCH, alpha: true });
  t.is(opaque.data[3], 255);
});

test('fill stretches, inside keeps the shape, cover fills the box', async (t) => {
  const wide = await encode(drawPhotograph(200, 50)).png().toBuffer();
  const size = async (fit: DecodeOptions['fit']) => {
    const { width, height } = await decodeImage(wide, 'image/png', {
      width: 60,
      height: 60,
      fit,
      alpha: false,
    });
    return [width, height];
  };
  t.deepEqual(await size('fill'), [60, 60]);
  t.deepEqual(await size('inside'), [60, 15]);
  t.deepEqual(await size('cover'), [60, 60]);
});

// sharp 0.35.5's toUint8Array kept every result for good: it would be 170 MB here.
test.serial('decoding many pictures does not accumulate memory', async (t) => {
  const jpeg = await encode(drawPhotograph(400, 240)).jpeg().toBuffer();
  const decodeOne = async () => {
    freeBytes(
      (await decodeImage(jpeg, 'image/jpeg', { width: 800, height: 480, fit: 'fill', alpha: false })).data,
    );
  };
  for (let i = 0; i < 10; i++) await decodeOne();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 150; i++) await decodeOne();
  t.true(process.memoryUsage().rss - before < 80_000_000);
});
