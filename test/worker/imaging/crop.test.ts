import { type CanvasGradient, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import fc from 'fast-check';
import { lookAtPicture } from '#worker/extract/picture-facts.ts';
import { cropWindow, keepsInView } from '#worker/imaging/crop-window.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { drawPhotograph, randomNumbers } from '../../support/images.ts';

/** A head from the front, its middle at (x, y), `r` half as wide. */
function drawHead(context: SKRSContext2D, x: number, y: number, r: number): void {
  const oval = (color: string | CanvasGradient, dx: number, dy: number, w: number, h: number) => {
    context.fillStyle = color;
    context.beginPath();
    context.ellipse(x + dx * r, y + dy * r, w * r, h * r, 0, 0, 7);
    context.fill();
  };
  oval('#3a2a20', 0, -0.25, 0.95, 1.15);
  const skin = context.createRadialGradient(x - 0.2 * r, y - 0.2 * r, 0.2 * r, x, y, 1.3 * r);
  skin.addColorStop(0, '#f0cfb4');
  skin.addColorStop(1, '#b98a6a');
  oval(skin, 0, 0.08, 0.78, 1.02);
  for (const side of [-0.33, 0.33]) {
    oval('#7a5a48', side, -0.08, 0.24, 0.13);
    oval('#f4f0ea', side, -0.06, 0.17, 0.08);
    oval('#1c1410', side, -0.06, 0.085, 0.085);
    oval('#2d1f17', side, -0.3, 0.27, 0.06);
  }
  oval('#a87858', 0, 0.34, 0.16, 0.07);
  oval('#f6dcc6', 0, 0.12, 0.06, 0.2);
  oval('#8a3f3a', 0, 0.62, 0.3, 0.09);
  oval('#9a7258', 0, 0.8, 0.2, 0.04);
}

/** A picture with heads at the places given: middle and half width. */
function people(width: number, height: number, heads: [number, number, number][]) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const ground = context.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#9db8c8');
  ground.addColorStop(1, '#6a7a5a');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const head of heads) drawHead(context, ...head);
  const rgba = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(3 * width * height);
  const random = randomNumbers(7);
  for (let i = 0; i < width * height; i++) {
    const grain = (random() % 9) - 4;
    for (let c = 0; c < 3; c++) data[3 * i + c] = Math.max(0, Math.min(255, rgba[4 * i + c]! + grain));
  }
  return { data, width, height };
}

test('heads are found, and the focus contains all of them', async (t) => {
  const { photographic, focus } = await lookAtPicture(
    people(480, 320, [
      [110, 150, 90],
      [350, 140, 90],
    ]),
    480,
  );
  t.true(photographic);
  t.true(focus?.faces);
  t.true(focus!.x * 480 < 1000 * 70 && (focus!.x + focus!.width) * 480 > 1000 * 400);
  t.true(focus!.y * 320 < 1000 * 80 && (focus!.y + focus!.height) * 320 > 1000 * 215);
});

test('a landscape has no heads, and its focus is on its content', async (t) => {
  const drawn = drawPhotograph(600, 400, 3);
  t.false((await lookAtPicture(drawn, 600)).focus?.faces ?? false);
});

test('a crop lies within the picture, has the shape of the box, and keeps the focus where it can', (t) => {
  const side = fc.integer({ min: 1, max: 3000 });
  const area = fc
    .tuple(fc.nat(900), fc.nat(900), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
    .map(([x, y, width, height]) => ({ x, y, width, height }));
  fc.assert(
    fc.property(side, side, side, side, area, (width, height, boxWidth, boxHeight, focus) => {
      const box = { width: boxWidth, height: boxHeight };
      const { scaled, window } = cropWindow({ width, height }, box, focus);
      t.true(window.left >= 0 && window.left + window.width <= scaled.width);
      t.true(window.top >= 0 && window.top + window.height <= scaled.height);
      t.deepEqual([window.width, window.height], [boxWidth, boxHeight]);
      const fits =
        focus.width * scaled.width <= 1000 * boxWidth && focus.height * scaled.height <= 1000 * boxHeight;
      if (fits) t.true(keepsInView({ width, height }, box, focus));
    }),
  );
});

const PANEL = { width: 800, height: 480 };
type Image = Extract<Scene['elements'][number], { type: 'image' }>;
const imagesOf = (scene: Scene) =>
  scene.elements.filter((element): element is Image => element.type === 'image');

test('a portrait fills the panel when the heads stay whole, and otherwise stands whole on a calm ground', (t) => {
  const square = { fileId: 'a', width: 1000, height: 1000, kind: 'photo' } as const;
  const small = { x: 350, y: 50, width: 250, height: 300, faces: true };
  const [filled] = imagesOf(
    layOutTemplate('photo', { image: { ...square, focus: small } }, PANEL, 'monochrome'),
  );
  t.like(filled!.properties, { fit: 'cover', focus: { x: 350, y: 50, width: 250, height: 300 } });
  const large = { x: 100, y: 50, width: 800, height: 900, faces: true };
  const whole = imagesOf(
    layOutTemplate('photo', { image: { ...square, focus: large } }, PANEL, 'monochrome'),
  );
  t.deepEqual(
    whole.map(({ properties: { fit, look } }) => [fit, look]),
    [
      ['stretch', 'backdrop'],
      ['contain', undefined],
    ],
  );
});

test('words on a photograph never cover a head', (t) => {
  const focus = { x: 300, y: 400, width: 300, height: 550, faces: true };
  const image = { fileId: 'a', width: 1600, height: 960, kind: 'photo', focus } as const;
  const scene = layOutTemplate('photo', { image, caption: 'At last' }, PANEL, 'monochrome');
  const plate = scene.elements.find(({ id }) => id === 'plate');
  t.true(plate!.frame.y + plate!.frame.height < 0.4 * PANEL.height);
});

test('drawings and scans are never cut, and a small drawing keeps its pixels', (t) => {
  for (const kind of ['drawing', 'scan'] as const) {
    for (const [width, height] of [
      [1000, 640],
      [300, 900],
      [40, 40],
    ] as const) {
      const image = { fileId: 'a', width, height, kind };
      for (const template of ['photo', 'gallery'] as const) {
        const parameters = template === 'photo' ? { image } : { images: [image, image] };
        const found = imagesOf(layOutTemplate(template, parameters as never, PANEL, 'monochrome'));
        t.true(found.every(({ properties }) => properties.fit === 'contain'));
        if (kind === 'drawing' && width === 40)
          t.true(found.every(({ properties }) => properties.look === 'pixels'));
      }
    }
  }
});

test('a mosaic chooses an arrangement that cuts off no focus of its photographs', (t) => {
  const photograph = (width: number, height: number, focus: object) =>
    ({ fileId: `${width}`, width, height, kind: 'photo', focus }) as const;
  const images = [
    photograph(500, 282, { x: 439, y: 31, width: 407, height: 887, faces: true }),
    photograph(640, 424, { x: 138, y: 297, width: 764, height: 618, faces: false }),
    photograph(675, 469, { x: 137, y: 195, width: 688, height: 700, faces: false }),
  ];
  const caption = 'The photographs of Sunday';
  const scene = layOutTemplate('gallery', { images, caption } as never, PANEL, 'monochrome');
  const drawn = imagesOf(scene);
  t.is(drawn.length, 3);
  for (const { frame, properties } of drawn) {
    const image = images.find(({ fileId }) => fileId === properties.fileId)!;
    t.true(keepsInView(image, frame, image.focus as never));
  }
});

test('photographs of different shapes share a page by their shapes, so that little of each is cut', (t) => {
  const shapes = {
    wide: [1600, 1066],
    tall: [1067, 1600],
    panorama: [3000, 900],
    square: [1000, 1000],
  } as const;
  const mosaics: (keyof typeof shapes)[][] = [
    ['wide', 'tall'],
    ['tall', 'wide', 'wide'],
    ['tall', 'wide', 'square', 'tall'],
    ['wide', 'tall', 'square', 'wide', 'wide', 'wide'],
    ['wide', 'tall', 'wide', 'wide', 'tall', 'wide', 'panorama', 'tall', 'square'],
  ];
  for (const names of mosaics) {
    const images = names.map((name, i) => {
      const [width, height] = shapes[name];
      return { fileId: `${i}`, width, height, kind: 'photo' as const };
    });
    const frames = imagesOf(layOutTemplate('gallery', { images }, PANEL, 'monochrome')).map(
      ({ frame }) => frame,
    );
    const kept = frames.map((frame, i) => {
      const own = images[i]!.width / images[i]!.height;
      const shown = frame.width / frame.height;
      return Math.min(own, shown) / Math.max(own, shown);
    });
    const areas = frames.map(({ width, height }) => width * height);
    t.true(kept.reduce((sum, share) => sum + share, 0) / kept.length > 0.75, `${names}: ${kept}`);
    t.true(Math.max(...areas) < 5 * Math.min(...areas), `${names}: ${areas}`);
  }
});

test('a chart beside a photograph is the larger of the two', (t) => {
  const chart = { fileId: 'chart', width: 800, height: 500, kind: 'drawing' } as const;
  const photograph = { fileId: 'photo', width: 1600, height: 1200, kind: 'photo' } as const;
  for (const images of [
    [chart, photograph],
    [photograph, chart],
  ]) {
    const drawn = imagesOf(layOutTemplate('gallery', { images }, PANEL, 'monochrome'));
    const width = (id: string) => drawn.find(({ properties }) => properties.fileId === id)!.frame.width;
    t.true(width('chart') > width('photo'));
  }
});

test('nine photographs in a mosaic keep their heads', (t) => {
  const focus = { x: 320, y: 80, width: 240, height: 300, faces: true };
  const sizes = [
    [900, 1200],
    [1200, 900],
    [1000, 1000],
  ] as const;
  const images = Array.from({ length: 9 }, (_, i) => {
    const [width, height] = sizes[i % 3]!;
    return { fileId: `f${i}`, width, height, kind: 'photo' as const, focus };
  });
  for (const viewport of [
    PANEL,
    { width: 170, height: 170 },
    { width: 360, height: 170 },
    { width: 360, height: 376 },
  ]) {
    for (const { frame, properties } of imagesOf(layOutTemplate('gallery', { images }, viewport, 'color'))) {
      const image = images.find(({ fileId }) => fileId === properties.fileId)!;
      if (properties.fit === 'cover') t.true(keepsInView(image, frame, focus));
    }
  }
});
