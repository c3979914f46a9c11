import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { loadZxing } from '#shared/zxing.ts';
import { drawPhotograph } from '#test/support/images.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { PDFDocument } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { createSandbox } from '#worker/sandbox/sandbox.ts';

const ocr = {
  read: async () => ({ text: '', lines: [], certain: false }),
  close: async () => {},
};
// The time limit of papers has a test of its own. A busy machine needs more time.
const sandbox = createSandbox({ children: 1, wallMs: 120_000, cpuSeconds: 60 });
const extractor = createExtractor({ ocr, sandbox });
test.after.always(() => extractor.close());
const { readBarcodes, writeBarcode } = await loadZxing();
const PANEL = { width: 800, height: 480 };

type Format = 'QRCode' | 'Aztec' | 'DataMatrix' | 'EAN13';

/** A code on a white plate, with its upper left corner at the given position. */
async function drawCode(
  context: SKRSContext2D,
  [format, text]: [Format, string],
  [x, y]: [number, number],
  module: number,
): Promise<void> {
  const { symbol } = await writeBarcode(text, { format, scale: 1, withQuietZones: false });
  const high = format === 'EAN13' ? 120 : 1;
  const quiet = 6 * module;
  context.fillStyle = '#ffffff';
  context.fillRect(
    x - quiet,
    y - quiet,
    symbol.width * module + 2 * quiet,
    high * module + symbol.height * module + 2 * quiet,
  );
  context.fillStyle = '#000000';
  for (let row = 0; row < (format === 'EAN13' ? 1 : symbol.height); row++) {
    for (let column = 0; column < symbol.width; column++) {
      if (symbol.data[row * symbol.width + column]! < 128)
        context.fillRect(x + column * module, y + row * module, module, high * module);
    }
  }
}

function ground(width: number, height: number, photographed: boolean) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!photographed) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    return { canvas, context };
  }
  const { data } = drawPhotograph(width, height, 8);
  const pixels = context.createImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) pixels.data[4 * i + c] = data[3 * i + c]!;
    pixels.data[4 * i + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return { canvas, context };
}

const CODES: [Format, string, boolean, number][] = [
  ['QRCode', 'https://lumen.example/menu?table=14', true, 12],
  ['QRCode', 'WIFI:T:WPA;S:Garden;P:sunflower-42;;', false, 14],
  ['Aztec', 'M1BERG/ANNA           E7QJ2K OSLBERSK 2674 331Y014C0042 100', false, 14],
  ['DataMatrix', 'HH-CPH-2026-11-28', false, 20],
  ['EAN13', '2045698123400', false, 8],
];

for (const [format, text, photographed, module] of CODES) {
  test(`${format} ${photographed ? 'in a photograph' : 'in a picture of it'} is redrawn, and legible on the frame`, async (t) => {
    const size = { width: 1100, height: 1400 };
    const { canvas, context } = ground(size.width, size.height, photographed);
    await drawCode(context, [format, text], [200, 500], module);
    const bytes = await canvas.encode('png');
    const { digest } = await extractor.digest({ bytes, contentType: 'image/png' });
    t.is(digest.code?.text, text);
    const { modules } = digest.code!;
    const image = { fileId: 'a', ...size, kind: 'drawing' as const, code: modules };
    const scene = layOutTemplate('photo', { image }, PANEL, 'monochrome');
    const images = { a: { input: bytes, contentType: 'image/png' } };
    const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
    const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
    const levels = unpack(raw1, PANEL.width, PANEL.height, 1);
    // Beside the photograph in which it was found. A one-dimensional code, which has digits below it, is beside its picture.
    const isBeside = photographed || format === 'EAN13';
    t.is(
      scene.elements.some(({ type }) => type === 'image'),
      isBeside,
    );
    const left = isBeside ? PANEL.width / 2 : 0;
    t.deepEqual(await codesIn(levels, left, format), [text]);
  });
}

/** The texts of the codes on a frame, from a column on. */
async function codesIn(levels: Uint8Array, left: number, format: Format): Promise<string[]> {
  const width = PANEL.width - left;
  const data = new Uint8ClampedArray(width * PANEL.height * 4).fill(255);
  for (let y = 0; y < PANEL.height; y++) {
    for (let x = 0; x < width; x++) {
      const i = 4 * (y * width + x);
      data.fill(levels[y * PANEL.width + left + x]!, i, i + 3);
    }
  }
  const seen = await readBarcodes({ width, height: PANEL.height, data } as never, { formats: [format] });
  return seen.map((one) => one.text);
}

test('a code keeps the picture beside it if a word or a logo is in the picture, too', async (t) => {
  for (const [color, x, y, width, height] of [
    ['#000000', 300, 760, 160, 24],
    ['#c03020', 380, 420, 60, 60],
  ] as const) {
    const { canvas, context } = ground(820, 820, false);
    await drawCode(context, ['QRCode', 'https://lumen.example/menu?table=14'], [120, 120], 20);
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
    const { digest } = await extractor.digest({
      bytes: await canvas.encode('png'),
      contentType: 'image/png',
    });
    const { modules } = digest.code!;
    const image = { fileId: 'a', width: 820, height: 820, kind: 'drawing' as const, code: modules };
    const { elements } = layOutTemplate('photo', { image }, PANEL, 'monochrome');
    t.is(elements.filter(({ type }) => type === 'image').length, 1);
  }
});

test('a photograph without a code has none', async (t) => {
  const { canvas } = ground(1200, 800, true);
  const { digest } = await extractor.digest({
    bytes: await canvas.encode('png'),
    contentType: 'image/png',
  });
  t.is(digest.code, null);
});

test('the code of a ticket may be on its second page', async (t) => {
  const document = new PDFDocument({ title: '' });
  const pages = [
    ['Online ticket', 'Departure 07:53, platform 8', 'Passenger Anna Berg, seat 61'],
    ['Show this code'],
  ];
  for (const [index, lines] of pages.entries()) {
    const context = document.beginPage(595, 842) as SKRSContext2D;
    for (const [row, line] of lines.entries()) {
      context.font = `14px ${familiesFor(line, 'sans', 400)}`;
      context.fillText(line, 60, 80 + 30 * row);
    }
    if (index === 1) await drawCode(context, ['QRCode', 'TKT-88412'], [100, 200], 6);
    document.endPage();
  }
  const { digest } = await extractor.digest({ bytes: document.close(), contentType: 'application/pdf' });
  t.is(digest.shape, 'ticket');
  t.is(digest.code?.text, 'TKT-88412');
});

test('a code of one pixel per module is redrawn, alone or beside a note with its quiet zone', async (t) => {
  const { symbol } = await writeBarcode('WIFI:T:WPA;S:Guests;P:summer;;', {
    format: 'QRCode',
    scale: 1,
    withQuietZones: false,
  });
  for (const quiet of [0, 4]) {
    const canvas = createCanvas(symbol.width + 2 * quiet, symbol.height + 2 * quiet);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000000';
    for (let i = 0; i < symbol.data.length; i++)
      if (symbol.data[i]! < 128)
        context.fillRect(quiet + (i % symbol.width), quiet + Math.floor(i / symbol.width), 1, 1);
    const bytes = new Uint8Array(canvas.toBuffer('image/png'));
    const { digest } = await extractor.digest({ bytes, contentType: 'image/png' });
    const code = digest.code?.modules;
    t.true(code?.alone, `with ${quiet} white modules around`);
    const image = { fileId: 'a', width: canvas.width, height: canvas.height, kind: 'drawing' as const, code };
    const pages = [
      layOutTemplate('photo', { image, caption: 'Guest Wi-Fi' }, PANEL, 'monochrome'),
      layOutTemplate('note', { text: 'Guest Wi-Fi: scan this.', image }, PANEL, 'monochrome'),
    ];
    for (const scene of pages) {
      t.false(scene.elements.some(({ type }) => type === 'image'));
      const images = { a: { input: bytes, contentType: 'image/png' } };
      const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
      const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
      const pixels = unpack(raw1, PANEL.width, PANEL.height, 1);
      const modules = scene.elements.filter(({ id }) => id.startsWith('code-'));
      const left = Math.min(...modules.map(({ frame }) => frame.x));
      const right = Math.max(...modules.map(({ frame }) => frame.x + frame.width));
      const top = Math.min(...modules.map(({ frame }) => frame.y));
      const bottom = Math.max(...modules.map(({ frame }) => frame.y + frame.height));
      const white = (4 * (right - left)) / symbol.width;
      t.true(right + white <= PANEL.width && top >= white && bottom + white <= PANEL.height);
      for (let y = top; y < bottom; y++)
        for (let x = 1; x <= white; x++)
          if (pixels[y * 800 + left - x] !== 255) return t.fail(`black at ${left - x}, ${y}`);
    }
  }
});

test('two pictures that are codes are on one page, the first one redrawn', async (t) => {
  const pictures = await Promise.all(
    ['WIFI:T:WPA;S:Guests;P:summer-in-the-garden;;', 'https://example.org/menu'].map(async (text, at) => {
      const { symbol } = await writeBarcode(text, { format: 'QRCode', scale: 1, withQuietZones: false });
      const { width, height, data } = symbol;
      const bits = Buffer.alloc(Math.ceil((width * height) / 8));
      for (const [index, tone] of data.entries()) if (tone < 128) bits[index >> 3]! |= 128 >> (index & 7);
      const code = { width, height, bits: bits.toString('base64'), alone: true };
      return { fileId: `picture-${at}`, width: 200, height: 200, kind: 'drawing' as const, code };
    }),
  );
  const [first, second] = pictures as [(typeof pictures)[0], (typeof pictures)[0]];
  for (const { elements } of [
    layOutTemplate('note', { text: 'Two codes', images: pictures }, PANEL, 'monochrome'),
    layOutTemplate(
      'digest',
      {
        items: [
          { title: 'A', image: first },
          { title: 'B', image: second },
        ],
      },
      PANEL,
      'monochrome',
    ),
  ]) {
    t.true(elements.some(({ id }) => id.startsWith('code-')));
    t.is(elements.filter(({ type }) => type === 'image').length, 1);
  }
});
