import test from 'ava';
import { PNG } from 'pngjs';
import { InvalidImageError } from '#worker/imaging/errors.ts';
import { scenePng } from '#worker/imaging/scene-products.ts';
import { drawPhotograph, drawQuarters, encode } from '../../support/images.ts';
import { colors, drawn, frame, image, page, shape, text, WIDTH } from './scene-drawing.ts';

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

test('an image that does not decode is named in the error', async (t) => {
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

test('later elements cover earlier ones, also text below a picture', async (t) => {
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
