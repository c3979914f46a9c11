import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { lookAtPicture } from '#worker/extract/picture-facts.ts';
import { decodeImage } from '#worker/imaging/decode.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const SIZE = { width: 760, height: 440 };
const PANEL = { width: 800, height: 480 };
/** Where a drawing of `SIZE` begins on the panel. */
const [LEFT, TOP] = [20, 20];

function draw(paint: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  paint(context);
  return canvas.toBuffer('image/png');
}

async function isPhotograph(file: Buffer): Promise<boolean> {
  const options = { width: 1200, height: 1200, fit: 'inside', alpha: false } as const;
  return (await lookAtPicture(await decodeImage(file, 'image/png', options), SIZE.width)).photographic;
}

/** The share of black in a rectangle of a drawing on the panel. */
async function blackOf(file: Buffer) {
  const image = { fileId: 'file', ...SIZE, kind: 'drawing' as const };
  const scene = layOutTemplate('photo', { image }, PANEL, 'monochrome');
  const images = { file: { input: new Uint8Array(file), contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const codes = unpack(raw1, PANEL.width, PANEL.height, 1);
  return (x: number, y: number, width: number, height: number) => {
    let black = 0;
    for (let row = TOP + y; row < TOP + y + height; row++)
      for (let i = row * PANEL.width + LEFT + x; i < row * PANEL.width + LEFT + x + width; i++)
        if (codes[i] === 0) black++;
    return black / (width * height);
  };
}

test('a heat map with a tone for each field is a drawing, a sky is not', async (t) => {
  const fields = draw((context) => {
    for (let at = 0; at < 70; at++) {
      const tone = 30 + ((at * 37) % 200);
      context.fillStyle = `rgb(${tone}, ${tone}, ${Math.min(255, tone + 30)})`;
      context.fillRect(20 + 70 * (at % 10), 20 + 60 * Math.floor(at / 10), 66, 56);
    }
  });
  const sky = draw((context) => {
    const light = context.createLinearGradient(0, 0, 300, SIZE.height);
    light.addColorStop(0, '#203050');
    light.addColorStop(1, '#d0e0f0');
    context.fillStyle = light;
    context.fillRect(0, 0, SIZE.width, SIZE.height);
  });
  t.false(await isPhotograph(fields));
  t.true(await isPhotograph(sky));
});

test('the slanted edge of a dark area does not change a pale one beside it', async (t) => {
  const pie = draw((context) => {
    for (const [number, colour] of ['#4c78a8', '#eeca3b', '#f58518', '#e8d9b0'].entries()) {
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(380, 220);
      context.arc(380, 220, 200, 0.4 + 1.5 * number, 0.4 + 1.5 * (number + 1));
      context.fill();
    }
  });
  const black = await blackOf(pie);
  // Along the edge of the pale area, some pixels inside, as far from it, as in its middle.
  const inside = black(470, 90, 40, 40);
  t.true(inside > 0.03 && inside < 0.4, `${inside}`);
  const [dx, dy] = [Math.cos(0.4 + 4.5 + 0.09), Math.sin(0.4 + 4.5 + 0.09)];
  for (let along = 90; along < 180; along += 15) {
    const share = black(Math.round(380 + along * dx) - 3, Math.round(220 + along * dy) - 3, 14, 7);
    t.true(share > inside / 3, `${along}: ${share} of ${inside}`);
  }
});

test('an area with peaks keeps its tone, because the gaps between them are not type', async (t) => {
  const range = draw((context) => {
    context.fillStyle = '#7f9ec4';
    context.beginPath();
    context.moveTo(20, 420);
    for (let x = 20; x < 740; x += 8) {
      context.lineTo(x, 160);
      context.lineTo(x + 4, 110);
    }
    context.lineTo(740, 420);
    context.fill();
  });
  const share = (await blackOf(range))(60, 240, 600, 120);
  t.true(share > 0.2 && share < 0.8, `${share}`);
});
