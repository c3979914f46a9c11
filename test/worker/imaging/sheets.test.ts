import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import { lookAtPicture } from '#worker/extract/picture-facts.ts';
import { decodeImage } from '#worker/imaging/decode.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate, type TemplateParameters } from '#worker/layout/templates/index.ts';
import { drawPhotograph, randomNumbers } from '../../support/images.ts';

const PANEL = { width: 800, height: 480 };

/** Lines of something like type, each of `letters` bars, from the place given down. */
function type(context: SKRSContext2D, x: number, y: number, lines: number, letters: number): void {
  context.fillStyle = '#333333';
  for (let line = 0; line < lines; line++) {
    for (let letter = 0; letter < letters; letter++) {
      if ((letter * 7 + line) % 6 === 0) continue;
      context.fillRect(x + 14 * letter, y + 44 * line, 4, 20);
      context.fillRect(x + 14 * letter, y + 50 * line - 6 * line, 10, 4);
    }
  }
}

/** A receipt on a table, turned by degrees, the light falling off to one side. */
async function receipt(turn: number) {
  const [width, height] = [1200, 1600];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const table = drawPhotograph(width, height, 5);
  const pixels = context.createImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) pixels.data[4 * i + c] = table.data[3 * i + c]! >> 1;
    pixels.data[4 * i + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  context.translate(width / 2, height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.fillStyle = '#f4f2ea';
  context.fillRect(-330, -600, 660, 1200);
  type(context, -290, -550, 25, 40);
  context.resetTransform();
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, 'rgba(0,0,0,0)');
  light.addColorStop(1, 'rgba(0,0,0,0.4)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  return canvas.encode('png');
}

async function lookAt(file: Buffer) {
  const picture = await decodeImage(file, 'image/png', {
    width: 1600,
    height: 1600,
    fit: 'inside',
    alpha: false,
  });
  return lookAtPicture(picture, 1600);
}

async function onPanel(file: Buffer, image: TemplateParameters<'photo'>['image']) {
  const scene = layOutTemplate('photo', { image }, PANEL, 'monochrome');
  const images = { [image.fileId]: { input: file, contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  return { scene, pixels: unpack(raw1, PANEL.width, PANEL.height, 1) };
}

test('a sheet on a table is found by its corners at any angle', async (t) => {
  for (const turn of [-12, 0, 7]) {
    const { photographic, scan, sheet, cuts } = await lookAt(await receipt(turn));
    t.false(photographic);
    const corner = [-330, -600] as const;
    const angle = (turn * Math.PI) / 180;
    const expected = [
      (1000 * (600 + corner[0] * Math.cos(angle) - corner[1] * Math.sin(angle))) / 1200,
      (1000 * (800 + corner[0] * Math.sin(angle) + corner[1] * Math.cos(angle))) / 1600,
    ];
    const [found] = scan!.sheet!;
    const off = Math.hypot(found[0] - expected[0]!, found[1] - expected[1]!);
    t.true(off < 35, `${turn}: ${found} instead of ${expected}`);
    t.true(Math.abs(sheet!.width / sheet!.height - 0.55) < 0.03, `${sheet!.width} by ${sheet!.height}`);
    t.true(cuts.length > 10, 'it can be parted between its lines');
  }
});

test('a photograph of a sheet on a table is shown as the sheet alone, in two columns, on white', async (t) => {
  const file = await receipt(6);
  const { scan, sheet, cuts } = await lookAt(file);
  const { scene, pixels } = await onPanel(file, {
    fileId: 'a',
    width: sheet!.width,
    height: sheet!.height,
    kind: 'scan',
    sheet: scan!.sheet,
    cuts: cuts.map((cut) => ({ ...cut, words: 6 })),
  });
  t.is(scene.elements.filter((element) => element.type === 'image').length, 2);
  const black = pixels.filter((pixel) => pixel === 0).length;
  t.true(black > 5000 && black < 0.15 * pixels.length, `${black} black pixels`);
});

test('a photograph with a sign in it is not a sheet', async (t) => {
  const canvas = createCanvas(1200, 900);
  const context = canvas.getContext('2d');
  const { data } = drawPhotograph(1200, 900, 3);
  const pixels = context.createImageData(1200, 900);
  for (let i = 0; i < 1200 * 900; i++) {
    pixels.data.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
    pixels.data[4 * i + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  context.fillStyle = '#ffffff';
  context.fillRect(100, 600, 420, 220);
  type(context, 120, 620, 4, 26);
  const { photographic, scan, sheet } = await lookAt(await canvas.encode('png'));
  t.true(photographic);
  t.is(scan, null);
  t.is(sheet, null);
});

/** A chat as telephones show it: a picture of so many bubbles. */
async function chat(bubbles: number, dark: boolean) {
  const height = 120 + 130 * bubbles;
  const canvas = createCanvas(1080, height);
  const context = canvas.getContext('2d');
  context.fillStyle = dark ? '#0b141a' : '#efeae2';
  context.fillRect(0, 0, 1080, height);
  const random = randomNumbers(4);
  for (let bubble = 0; bubble < bubbles; bubble++) {
    const x = bubble % 2 ? 300 : 40;
    context.fillStyle = dark ? '#202c33' : '#ffffff';
    context.beginPath();
    context.roundRect(x, 60 + 130 * bubble, 740, 100, 20);
    context.fill();
    context.fillStyle = dark ? '#e9edef' : '#111111';
    for (let letter = 0; letter < 30; letter++)
      context.fillRect(x + 30 + 22 * letter, 95 + 130 * bubble, 6 + (random() % 8), 30);
  }
  return { file: await canvas.encode('png'), height };
}

test('a tall screenshot of a chat stands in columns, divided between bubbles', async (t) => {
  for (const dark of [true, false]) {
    const { file, height } = await chat(17, dark);
    const { photographic, cuts } = await lookAt(file);
    t.false(photographic);
    for (const { at } of cuts) {
      const y = ((at * height) / 1000 - 60) % 130;
      t.true(y < 8 || y > 92, `a cut through a bubble at ${at}`);
    }
    const image = { fileId: 'a', width: 1080, height, kind: 'drawing' as const };
    const { scene } = await onPanel(file, { ...image, cuts: cuts.map((cut) => ({ ...cut, words: 5 })) });
    t.is(scene.elements.filter((element) => element.type === 'image').length, 2);
  }
});

test('a chat that is too long is shown by its newest part, with the number of missing words', async (t) => {
  const { file, height } = await chat(90, true);
  const { cuts } = await lookAt(file);
  const counted = cuts.map((cut) => ({ ...cut, words: 5 }));
  const image = { fileId: 'a', width: 1080, height, kind: 'drawing' as const, line: 3 };
  const { scene } = await onPanel(file, { ...image, cuts: counted });
  const parts = scene.elements.flatMap((one) => (one.type === 'image' ? [one.properties.part!] : []));
  const start = parts[0]!.y;
  t.true(start > 0);
  t.is(parts.at(-1)!.y + parts.at(-1)!.height, 1000);
  const missing = 5 * counted.filter(({ at }) => at <= start).length;
  t.is((scene as { leftOut?: number }).leftOut, missing);
  const label = scene.elements.find(({ id }) => id === 'left-out');
  t.is(label?.type === 'text' && label.properties.text, `+ ${missing} words`);
});
