import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';

const PANEL = { width: 800, height: 480 };

/** The codes of a panel that shows a screenshot of `width` by `height`. */
async function onPanel(paint: (context: SKRSContext2D) => void, width: number, height: number) {
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  const frame = { x: 0, y: 0, ...PANEL };
  const properties = { fileId: 'a', fit: 'contain' as const, focus: null, look: 'drawing' as const };
  const elements = [{ id: 'shot', type: 'image' as const, frame, properties }];
  const scene = { version: 1 as const, viewport: PANEL, background: '#ffffff', elements };
  const images = { a: { input: canvas.toBuffer('image/png'), contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene: scene as never, images }, options);
  return unpack(raw1, PANEL.width, PANEL.height, 1);
}

function rect(context: SKRSContext2D, colour: string, ...place: [number, number, number, number]): void {
  context.fillStyle = colour;
  context.fillRect(...place);
}

/** Number of black pixels in a part of the panel. */
function inkIn(codes: Uint8Array, x: number, y: number, width: number, height: number): number {
  let ink = 0;
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) if (codes[row * PANEL.width + column] === 0) ink++;
  return ink;
}

test('the faint grid of a calendar stays when its screenshot is reduced', async (t) => {
  const codes = await onPanel(
    (context) => {
      rect(context, '#ffffff', 0, 0, 1600, 960);
      for (let x = 100; x < 1600; x += 200) rect(context, '#e0e0e0', x, 0, 1, 960);
      for (let y = 160; y < 960; y += 160) rect(context, '#e0e0e0', 0, y, 1600, 1);
      rect(context, '#202020', 120, 170, 60, 12);
    },
    1600,
    960,
  );
  // A row of dots: about half of the pixels.
  t.true(inkIn(codes, 200, 78, 90, 5) > 30, 'a line between two days');
  t.true(inkIn(codes, 148, 100, 5, 50) > 15, 'a line between two columns');
  t.is(inkIn(codes, 160, 90, 80, 60), 0, 'the paper between them');
});

test('the streets of a map are seen on its pale ground, and what they enclose is not black', async (t) => {
  const codes = await onPanel(
    (context) => {
      rect(context, '#ebe6dd', 0, 0, 800, 480);
      for (let y = 40; y < 480; y += 60) rect(context, '#ffffff', 0, y, 800, 9);
      for (let x = 40; x < 800; x += 60) rect(context, '#ffffff', x, 0, 9, 480);
      // A street close beside another one.
      rect(context, '#ffffff', 400, 55, 400, 9);
    },
    800,
    480,
  );
  t.true(inkIn(codes, 60, 36, 30, 16) > 15, 'the edges of a street');
  const between = inkIn(codes, 415, 50, 40, 5);
  t.true(between < 120, `${between} of 200 pixels between two streets are black`);
});
