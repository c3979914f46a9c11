import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { lookAtPicture } from '#worker/extract/picture-facts.ts';
import { cropWindow } from '#worker/imaging/crop-window.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { randomNumbers } from '../../support/images.ts';

const PANEL = { width: 800, height: 480 };

/** A photograph of sky above a wavy sea, with what `draw` adds. */
async function seaside(width: number, height: number, draw: (context: SKRSContext2D) => void) {
  const context = createCanvas(width, height).getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#a8bccc');
  sky.addColorStop(1, '#d8dce0');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const random = randomNumbers(11);
  for (let y = height >> 1; y < height; y += 4) {
    for (let x = 0; x < width; x += 8) {
      context.fillStyle = `hsl(200 20% ${25 + (random() % 25)}%)`;
      context.fillRect(x, y, 8, 4);
    }
  }
  draw(context);
  const rgba = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const grain = (random() % 7) - 3;
    for (let c = 0; c < 3; c++) data[3 * i + c] = Math.max(0, Math.min(255, rgba[4 * i + c]! + grain));
  }
  const { photographic, focus } = await lookAtPicture({ data, width, height }, Math.max(width, height));
  return { photographic, image: { fileId: 'a', width, height, kind: 'photo' as const, focus: focus! } };
}

const shown = (image: object) =>
  layOutTemplate('photo', { image } as never, PANEL, 'monochrome').elements.filter(
    (one) => one.type === 'image',
  );

test('a panorama is shown without the ends that have least, and larger', async (t) => {
  const [left, right] = [1200, 1560];
  const { photographic, image } = await seaside(2400, 400, (context) => {
    for (let x = left; x < right; x += 12) {
      context.fillStyle = x % 24 ? '#f4f4f4' : '#202428';
      context.fillRect(x, 140, 12, 80);
    }
  });
  t.true(photographic);
  const { frame, properties } = shown(image).at(-1)!;
  t.true(frame.width === 800 && frame.height >= 200, `${frame.width}x${frame.height}`);
  const { scaled, window } = cropWindow(image, frame, properties.focus!);
  const scale = scaled.width / image.width;
  t.true(window.left <= left * scale && window.left + window.width >= right * scale, `${window.left}`);
});

test('a kite high in the sky is not cut off, although the sea below has more detail', async (t) => {
  const { image } = await seaside(1200, 800, (context) => {
    context.fillStyle = '#10301c';
    for (let stripe = 0; stripe < 5; stripe++) context.fillRect(560 + stripe * 16, 44, 8, 60);
  });
  const { frame, properties } = shown(image).at(-1)!;
  t.is(properties.fit, 'cover');
  const { scaled, window } = cropWindow(image, frame, properties.focus!);
  t.true((44 * scaled.height) / image.height >= window.top, `${window.top}`);
});
