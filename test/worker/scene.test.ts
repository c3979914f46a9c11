import test from 'ava';
import { PNG } from 'pngjs';
import { InvalidImageError } from '#worker/imaging/errors.ts';
import { type SceneInput, sceneSchema } from '#worker/imaging/scene.ts';
import { sceneFrames, scenePng } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { drawPhotograph, drawQuarters, encode } from '../support/images.ts';

const WIDTH = 200;
const HEIGHT = 120;
type Element = SceneInput['elements'][number];

function page(elements: Element[], background = '#ffffff') {
  return sceneSchema.parse({ version: 1, viewport: { width: WIDTH, height: HEIGHT }, background, elements });
}

const frame = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const text = (value: string, at = frame(0, 0, WIDTH, HEIGHT), properties = {}): Element => ({
  id: `text-${at.x}-${at.y}-${value.slice(0, 20)}`,
  type: 'text',
  frame: at,
  properties: { text: value, ...properties },
});
const shape = (at: ReturnType<typeof frame>, properties: Record<string, unknown>): Element => ({
  id: `shape-${at.x}-${at.y}`,
  type: 'shape',
  frame: at,
  properties: { shape: 'rect', ...properties },
});
const image = (at: ReturnType<typeof frame>, fit: 'stretch' | 'contain' | 'cover'): Element => ({
  id: 'image',
  type: 'image',
  frame: at,
  properties: { fileId: 'file', fit },
});

type Images = Parameters<typeof scenePng>[0]['images'];

/** Red, green and blue at a place of the colour product. */
async function colors(elements: Element[], images: Images = {}, background?: string) {
  const scene = page(elements, background);
  const size = { width: WIDTH, height: HEIGHT, colorMode: 'color' as const };
  const png = PNG.sync.read(Buffer.from(await scenePng({ kind: 'scene', scene, images }, size)));
  return (x: number, y: number) => [...png.data.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)];
}

/** The black-and-white frame as codes, and where it has black: [left, top, right, bottom], null if nowhere. */
async function drawn(elements: Element[], images: Images = {}, background?: string) {
  const scene = page(elements, background);
  const options = { width: WIDTH, height: HEIGHT, toneExponent: 1.3 };
  const { raw1, raw2 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const codes = unpack(raw1, WIDTH, HEIGHT, 1);
  let box: [number, number, number, number] | null = null;
  for (const [i, code] of codes.entries()) {
    if (code !== 0) continue;
    const x = i % WIDTH;
    const y = Math.trunc(i / WIDTH);
    box ??= [x, y, x, y];
    box = [Math.min(box[0], x), box[1], Math.max(box[2], x), Math.max(box[3], y)];
  }
  return {
    codes,
    box,
    greys: unpack(raw2, WIDTH, HEIGHT, 2),
    ink: codes.filter((code) => code === 0).length,
  };
}

test('text stays inside its frame, whatever it is', async (t) => {
  const at = frame(40, 30, 100, 50);
  const texts = [
    'wwwwww '.repeat(60),
    'W'.repeat(300),
    'ÄÖÜ\n\n\n\n\nx',
    'نص عربي طويل '.repeat(20),
    '漢字'.repeat(99),
  ];
  for (const value of texts) {
    for (const size of [12, 40, 200]) {
      const { box } = await drawn([text(value, at, { size })]);
      t.true(box !== null, value);
      const [left, top, right, bottom] = box!;
      t.true(
        left >= 40 && top >= 30 && right < 140 && bottom < 80,
        `${value.slice(0, 9)} at ${size}: ${box}`,
      );
    }
  }
});

test('alignment moves the ink', async (t) => {
  const at = frame(20, 20, 160, 80);
  const box = async (properties: Record<string, unknown>) =>
    (await drawn([text('Hill', at, { size: 20, ...properties })])).box!;
  t.true((await box({ align: 'left' }))[0] < 26);
  t.true((await box({ align: 'right' }))[2] > 174);
  const [left, , right] = await box({ align: 'center' });
  t.true(Math.abs(left + right - 199) <= 3);
  const [, top, , bottom] = await box({ verticalAlign: 'middle' });
  t.true(Math.abs(top + bottom - 119) <= 6);
  t.true((await box({ verticalAlign: 'bottom' }))[1] > (await box({ verticalAlign: 'top' }))[3]);
});

test('right-to-left text starts at the right, and its end is the left', async (t) => {
  const { box } = await drawn([text('שלום', undefined, { size: 20 })]);
  t.true(box![2] > 190 && box![0] > 100);
  const end = await drawn([text('שלום', undefined, { size: 20, align: 'end' })]);
  t.true(end.box![0] < 10);
});

test('a heavier weight has more ink, a larger line height more room', async (t) => {
  const ink = async (weight: number) => (await drawn([text('Weight', undefined, { size: 30, weight })])).ink;
  t.true((await ink(800)) > (await ink(400)) * 1.2);
  const bottom = async (lineHeight: number) =>
    (await drawn([text('a\nb', undefined, { size: 20, lineHeight })])).box![3];
  t.true((await bottom(2)) - (await bottom(1)) >= 18);
});

test('letter spacing widens, and a centred line stays centred', async (t) => {
  const width = async (letterSpacing: number) => {
    const { box } = await drawn([text('ABC', undefined, { size: 20, letterSpacing, align: 'center' })]);
    t.true(Math.abs(box![0] + box![2] - 199) <= 3);
    return box![2] - box![0];
  };
  t.is(Math.round((await width(20)) - (await width(0))), 40);
});

const SCRIPTS: Record<string, string> = {
  latin: 'Ag',
  accents: 'ŁǾệ',
  greek: 'Ωμέγα',
  cyrillic: 'Привет',
  arabic: 'سلام',
  hebrew: 'שלום',
  thai: 'สวัสดี',
  devanagari: 'नमस्ते',
  japanese: 'こんにちは東京',
  chinese: '你好马龙',
  korean: '안녕하세요',
  emoji: '😀🎉🚀',
  symbols: '→★✓☂',
};

for (const [script, value] of Object.entries(SCRIPTS)) {
  test(`no character of ${script} is drawn as a missing one`, async (t) => {
    const missing = await drawn([text('\u{10fffd}', undefined, { size: 40 })]);
    const seen = new Set<string>();
    for (const { segment } of new Intl.Segmenter('en').segment(value)) {
      const { codes, ink } = await drawn([text(segment, undefined, { size: 40, align: 'left' })]);
      t.true(ink > 0, segment);
      t.not(Buffer.compare(codes, missing.codes), 0, segment);
      seen.add(Buffer.from(codes).toString('latin1'));
    }
    t.is(
      seen.size,
      new Set(Array.from(new Intl.Segmenter('en').segment(value), (part) => part.segment)).size,
    );
  });
}

test('control characters draw nothing, and unknown ones break nothing', async (t) => {
  t.is((await drawn([text('\u0000\u0007\u200b')])).box, null);
  t.true((await drawn([text('a\u{10fffd}b')])).ink > 0);
});

test('an image is stretched, contained or covers its frame', async (t) => {
  const input = await encode(drawQuarters(80, 40)).png().toBuffer();
  const images = { file: { input, contentType: 'image/png' } };
  const at = frame(50, 10, 100, 100);
  const stretched = await colors([image(at, 'stretch')], images);
  t.deepEqual(
    [stretched(60, 12), stretched(140, 12), stretched(60, 108)],
    [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ],
  );
  const contained = await colors([image(at, 'contain')], images, '#000000');
  t.deepEqual(
    [contained(60, 20), contained(60, 45), contained(60, 100)],
    [
      [0, 0, 0],
      [255, 0, 0],
      [0, 0, 0],
    ],
  );
  const covered = await colors([image(at, 'cover')], images, '#000000');
  t.deepEqual(
    [covered(52, 12), covered(148, 108), covered(49, 50), covered(151, 50)],
    [
      [255, 0, 0],
      [255, 255, 255],
      [0, 0, 0],
      [0, 0, 0],
    ],
  );
});

test('transparent pixels show what lies below', async (t) => {
  const input = await encode(drawQuarters(20, 20)).ensureAlpha(0).png().toBuffer();
  const below = shape(frame(0, 0, 100, 100), { fill: '#336699' });
  const at = await colors([below, image(frame(0, 0, 50, 50), 'stretch')], {
    file: { input, contentType: 'image/png' },
  });
  t.deepEqual(at(25, 25), [0x33, 0x66, 0x99]);
});

test('an image that does not decode is named', async (t) => {
  const images = { file: { input: Buffer.from('nonsense'), contentType: 'image/png' } };
  const error = await t.throwsAsync(colors([image(frame(0, 0, 10, 10), 'cover')], images), {
    instanceOf: InvalidImageError,
  });
  t.is(error.imageId, 'file');
});

test('rectangles, rounded ones, ellipses and lines', async (t) => {
  const at = await colors([
    shape(frame(0, 0, 40, 40), { fill: '#ff0000', radius: 20 }),
    shape(frame(50, 0, 40, 40), { shape: 'ellipse', fill: '#00ff00' }),
    shape(frame(100, 0, 40, 40), { fill: '#0000ff', stroke: '#000000', strokeWidth: 4 }),
    shape(frame(0, 60, 200, 2), { shape: 'line', strokeWidth: 2 }),
    shape(frame(150, 0, 40, 40), { shape: 'line', strokeWidth: 4 }),
  ]);
  t.deepEqual(
    [at(20, 20), at(1, 1)],
    [
      [255, 0, 0],
      [255, 255, 255],
    ],
  );
  t.deepEqual(
    [at(70, 20), at(52, 2)],
    [
      [0, 255, 0],
      [255, 255, 255],
    ],
  );
  t.deepEqual(
    [at(120, 20), at(101, 20), at(99, 20)],
    [
      [0, 0, 255],
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
  t.deepEqual(
    [at(0, 60), at(199, 61), at(100, 62), at(100, 59)],
    [
      [0, 0, 0],
      [0, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ],
  );
  t.deepEqual(
    [at(170, 20), at(188, 2)],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
});

test('later elements lie over earlier ones, text below a picture included', async (t) => {
  const words = text('MMMMMMMM', frame(0, 0, 200, 60), { size: 40, weight: 800 });
  t.true((await drawn([words])).ink > 500);
  t.is((await drawn([words, shape(frame(0, 0, 200, 60), { fill: '#ffffff' })])).ink, 0);
  t.true((await drawn([shape(frame(0, 0, 200, 60), { fill: '#ffffff' }), words])).ink > 500);
});

test('in black and white, ink of any grey is solid: dark on light, light on dark', async (t) => {
  const words = (color: string) => text('Mill', undefined, { size: 40, weight: 700, color });
  const black = await drawn([words('#000000')]);
  for (const color of ['#444444', '#777777', '#999999', '#b0b0b0']) {
    const { ink, greys } = await drawn([words(color)]);
    t.true(Math.abs(ink / black.ink - 1) < 0.15, `${color} on white: ${ink}`);
    t.deepEqual([...new Set(greys)].sort(), [0, 255], `${color} on white, four greys`);
  }
  const light = await drawn([words('#999999')], {}, '#000000');
  const white = light.codes.filter((code) => code === 255).length;
  t.true(Math.abs(white / black.ink - 1) < 0.15, `on black the same letters are white: ${white}`);
});

test('a picture is dithered, and leaves no specks on the white beside it', async (t) => {
  const input = await encode(drawPhotograph(100, 120)).png().toBuffer();
  const { codes } = await drawn([image(frame(0, 0, 100, 120), 'stretch')], {
    file: { input, contentType: 'image/png' },
  });
  const left = codes.filter((_, i) => i % WIDTH < 100);
  const black = left.filter((code) => code === 0).length / left.length;
  t.true(black > 0.2 && black < 0.9);
  t.true(codes.filter((_, i) => i % WIDTH >= 100).every((code) => code === 255));
});

test('colour modes: grey has no colour, monochrome only black and white', async (t) => {
  const input = await encode(drawPhotograph(100, 100)).png().toBuffer();
  const scene = page([image(frame(0, 0, 200, 120), 'stretch'), text('Hi')]);
  for (const colorMode of ['grayscale', 'monochrome'] as const) {
    const source = { kind: 'scene' as const, scene, images: { file: { input, contentType: 'image/png' } } };
    const png = PNG.sync.read(Buffer.from(await scenePng(source, { width: 170, height: 170, colorMode })));
    t.deepEqual([png.width, png.height], [170, 170]);
    const codes = new Set<number>();
    for (let i = 0; i < png.data.length; i += 4) {
      t.true(png.data[i] === png.data[i + 1] && png.data[i] === png.data[i + 2]);
      codes.add(png.data[i]!);
    }
    if (colorMode === 'monochrome') t.deepEqual([...codes].sort(), [0, 255]);
    else t.true(codes.size > 50);
  }
});
