import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { drawReport } from '#worker/layout/gallery/pictures.ts';
import { drawPhotograph, encode } from '../../support/images.ts';

const PANEL = { width: 800, height: 480 };

interface Place {
  frame: { x: number; y: number; width: number; height: number };
  /** The part of the drawing that is there, in thousandths. */
  part?: { x: number; y: number; width: number; height: number };
}
const WHOLE: Place = { frame: { x: 0, y: 0, ...PANEL } };

/** The codes of a panel that shows a drawing of `width` by `height`, or some parts of it. `isKnown`: the page says that it is one. */
async function onPanel(
  paint: (context: SKRSContext2D) => void,
  places: Place[] = [WHOLE],
  { width, height } = PANEL,
  isKnown = true,
): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  const elements = places.map(({ frame, part }, at) => ({
    id: `part-${at}`,
    type: 'image' as const,
    frame,
    properties: {
      fileId: 'a',
      fit: 'contain' as const,
      focus: null,
      ...(isKnown && { look: 'drawing' as const }),
      ...(part && { part }),
    },
  }));
  const scene = { version: 1 as const, viewport: PANEL, background: '#ffffff', elements };
  const images = { a: { input: canvas.toBuffer('image/png'), contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene: scene as never, images }, options);
  return unpack(raw1, PANEL.width, PANEL.height, 1);
}

function rect(context: SKRSContext2D, colour: string, ...place: [number, number, number, number]): void {
  context.fillStyle = colour;
  context.fillRect(...place);
}

/** Letters like H and T with thin strokes that lie between pixels, `count` of them, 9 pixels high. */
function letters(context: SKRSContext2D, colour: string, left: number, top: number, count: number): void {
  for (let at = 0; at < count; at++) {
    const x = left + 8.4 * at;
    rect(context, colour, x, top, 1.3, 9);
    if (at % 2 === 0) {
      rect(context, colour, x, top + 4.3, 5, 1);
      rect(context, colour, x + 4.2, top, 1.3, 9);
    } else rect(context, colour, x - 2, top, 5.3, 1.2);
  }
}

const shareOf = (
  pixels: Uint8Array,
  code: number,
  [left, top, width, height]: [number, number, number, number],
) => {
  let count = 0;
  for (let y = top; y < top + height; y++)
    for (let i = y * 800 + left; i < y * 800 + left + width; i++) if (pixels[i] === code) count++;
  return count / (width * height);
};

test('faint type is as whole as black type, on white, on grey and on black', async (t) => {
  const paint = (type: string, ground: string) => (context: SKRSContext2D) => {
    rect(context, ground, 0, 0, 800, 480);
    for (let row = 0; row < 12; row++) letters(context, type, 40, 20 + 36 * row, 80);
  };
  const inkOf = async (type: string, ground: string) => {
    const pixels = await onPanel(paint(type, ground));
    return pixels.map((code) => (code === pixels[0] ? 0 : 1));
  };
  const strong = await inkOf('#000000', '#ffffff');
  const whole = strong.filter((ink) => ink === 1).length;
  t.true(whole > 12 * 80 * 12);
  for (const [type, ground] of [
    ['#8a8a8a', '#ffffff'],
    ['#bebebe', '#ffffff'],
    ['#d8d8d8', '#ffffff'],
    ['#c0c0c0', '#f0f0f0'],
    ['#5a5a5a', '#1c1c1c'],
  ] as const) {
    const ink = await inkOf(type, ground);
    const other = ink.filter((one, i) => one !== strong[i]).length;
    t.true(other < 0.05 * whole, `${other} of ${whole} pixels differ for ${type} on ${ground}`);
  }
});

test('one word on a wide bar, on a low one and on a card that differs little from its window is legible', async (t) => {
  const places = [
    { ground: '#3f51b5', type: '#ffffff', box: [40, 20, 720, 44] },
    { ground: '#0086cb', type: '#ffffff', box: [40, 100, 120, 13] },
    { ground: '#303030', type: '#707070', box: [60, 270, 300, 60] },
    { ground: '#7a7a7a', type: '#1a1a1a', box: [580, 270, 160, 60] },
  ] as const;
  const pixels = await onPanel((context) => {
    rect(context, '#ffffff', 0, 0, 800, 480);
    rect(context, '#202020', 40, 220, 500, 200);
    rect(context, '#8c8c8c', 560, 220, 220, 200);
    for (const { ground, type, box } of places) {
      rect(context, ground, box[0], box[1], box[2], box[3]);
      for (let letter = 0; letter < 6; letter++)
        rect(context, type, box[0] + 12 + 10 * letter, box[1] + ((box[3] - 8) >> 1), 2, 8);
    }
  });
  for (const { ground, type, box } of places) {
    const top = box[1] + ((box[3] - 8) >> 1);
    for (let letter = 0; letter < 6; letter++) {
      const left = box[0] + 12 + 10 * letter;
      const ink = type < ground ? 0 : 255;
      t.is(shareOf(pixels, ink, [left, top + 1, 2, 6]), 1, `a stroke on ${ground}`);
      t.is(shareOf(pixels, 255 - ink, [left + 3, top, 4, 8]), 1, `beside a stroke on ${ground}`);
    }
  }
});

test('the parts of a tall drawing have one tone for one colour', async (t) => {
  const size = { width: 400, height: 960 };
  const half = (y: number) => ({ x: 0, y, width: 1000, height: 500 });
  const pixels = await onPanel(
    (context) => {
      rect(context, '#222222', 0, 0, 400, 960);
      rect(context, '#c62828', 0, 0, 400, 260);
      for (const top of [300, 340, 520, 560, 600]) letters(context, '#e0e0e0', 20, top, 40);
    },
    [
      { frame: { x: 0, y: 0, width: 400, height: 480 }, part: half(0) },
      { frame: { x: 400, y: 0, width: 400, height: 480 }, part: half(500) },
    ],
    size,
  );
  const [upper, lower] = [shareOf(pixels, 0, [20, 400, 360, 60]), shareOf(pixels, 0, [420, 400, 360, 60])];
  t.is(upper, lower);
});

test('a photograph in a window stays a photograph', async (t) => {
  const photograph = await encode(drawPhotograph(360, 240, 3))
    .png()
    .toBuffer();
  const picture = await loadImage(photograph);
  const pixels = await onPanel((context) => {
    rect(context, '#ffffff', 0, 0, 800, 480);
    for (let row = 0; row < 10; row++) letters(context, '#606060', 420, 20 + 40 * row, 40);
    context.drawImage(picture, 20, 60);
  });
  const canvas = createCanvas(360, 240);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const { data } = canvas.getContext('2d').getImageData(0, 0, 360, 240);
  let [middle, flat] = [0, 0];
  for (let y = 16; y + 24 < 240; y += 8) {
    for (let x = 16; x + 24 < 360; x += 8) {
      let [least, most] = [255, 0];
      for (let row = y; row < y + 8; row++)
        for (let i = 4 * (row * 360 + x); i < 4 * (row * 360 + x + 8); i += 4) {
          const code = (data[i]! * 77 + data[i + 1]! * 150 + data[i + 2]! * 29) >> 8;
          [least, most] = [Math.min(least, code), Math.max(most, code)];
        }
      if (least < 96 || most > 168) continue;
      middle++;
      const black = shareOf(pixels, 0, [20 + x, 60 + y, 8, 8]);
      if (black === 0 || black === 1) flat++;
    }
  }
  t.true(middle > 20, `${middle}`);
  t.true(flat < 0.02 * middle, `${flat} of ${middle}`);
});

test('a pattern that differs little from its ground is not type', async (t) => {
  const blocks = Array.from({ length: 20 }, (_, at) => [60 + 34 * at, 80 + 40 * (at % 3)] as const);
  const pixels = await onPanel((context) => {
    rect(context, '#ffffff', 0, 0, 800, 480);
    rect(context, '#a34700', 40, 40, 720, 200);
    for (const [x, y] of blocks) rect(context, '#8c3e00', x, y, 24, 14);
    for (let letter = 0; letter < 30; letter++) rect(context, '#ffffff', 80 + 10 * letter, 205, 3, 16);
  });
  for (const [x, y] of blocks) {
    const black = shareOf(pixels, 0, [x + 3, y + 3, 18, 8]);
    const beside = shareOf(pixels, 0, [x, y - 12, 24, 8]);
    t.true(Math.abs(black - beside) < 0.5, `${black} on ${beside}`);
  }
});

test('the echo of an edge in a reduced picture is not a line', async (t) => {
  const report = await loadImage(drawReport(848, 1200, 'Trees of the city'));
  const [width, height] = [281, 397];
  const pixels = await onPanel(
    (context) => context.drawImage(report, 0, 0),
    [{ frame: { x: 0, y: 0, width, height } }],
    { width: 848, height: 1200 },
    false,
  );
  const rows = [Math.ceil(0.38 * height), Math.floor(0.2 * height)] as const;
  for (let bar = 0; bar < 8; bar++) {
    const [right, next] = [(0.19 + 0.083 * bar) * width, (0.223 + 0.083 * bar) * width].map(Math.round);
    const gap = [right! + 2, rows[0], next! - right! - 3, rows[1]] as [number, number, number, number];
    t.is(shareOf(pixels, 255, gap), 1, `between bars ${bar} and ${bar + 1}`);
  }
});
