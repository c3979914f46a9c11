import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import test from 'ava';
import sharp from 'sharp';
import { lookAtPicture } from '#worker/extract/picture-facts.ts';
import { decodeImage } from '#worker/imaging/decode.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { drawPhotograph, encode } from '../../support/images.ts';

const PANEL = { width: 800, height: 480 };

function draw(width: number, height: number, paint: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  return canvas.toBuffer('image/png');
}

function rect(context: SKRSContext2D, color: string, ...place: [number, number, number, number]): void {
  context.fillStyle = color;
  context.fillRect(...place);
}

const chart = draw(1000, 640, (context) => {
  rect(context, '#f4f4f4', 0, 0, 1000, 640);
  for (let bar = 0; bar < 6; bar++)
    rect(context, '#5588bb', 100 + 140 * bar, 560 - 70 * bar, 90, 70 * bar + 20);
  for (let line = 0; line < 40; line++) rect(context, '#444444', 80 + 21 * line, 600, 3, 14);
});
const icon = draw(16, 16, (context) => {
  rect(context, '#ffffff', 0, 0, 16, 16);
  rect(context, '#202020', 4, 4, 8, 8);
});
const darkWindow = draw(1200, 750, (context) => {
  rect(context, '#1e1e2e', 0, 0, 1200, 750);
  for (let row = 0; row < 18; row++) {
    for (let word = 0; word < 30; word++)
      rect(context, '#cdd6f4', 60 + 30 * word, 60 + 36 * row, 4 + (word % 5) * 4, 12);
  }
});

/** Lines of something like type on grey paper, light falling off to one side, turned by degrees. */
async function sheet(turn: number): Promise<Buffer> {
  const flat = draw(900, 1200, (context) => {
    const light = context.createLinearGradient(0, 0, 900, 1200);
    light.addColorStop(0, '#e8e4da');
    light.addColorStop(1, '#8d8a82');
    context.fillStyle = light;
    context.fillRect(-300, -300, 1500, 1800);
    context.translate(450, 600);
    context.rotate((turn * Math.PI) / 180);
    for (let line = 0; line < 28; line++) {
      for (let letter = 0; letter < 60; letter++) {
        if ((letter * 7 + line) % 6 === 0) continue;
        rect(context, '#4a4846', -380 + 12 * letter, -520 + 36 * line, 3, 14);
        rect(context, '#4a4846', -380 + 12 * letter, -514 + 36 * line, 8, 3);
      }
    }
  });
  return flat;
}

async function factsOf(file: Buffer) {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const longest = Math.max(width, height);
  const options = { width: 1200, height: 1200, fit: 'inside', alpha: false } as const;
  return lookAtPicture(await decodeImage(file, 'image/png', options), longest);
}

test('charts, windows and icons are drawings, photographs are not', async (t) => {
  for (const file of [chart, icon, darkWindow]) {
    t.like(await factsOf(file), { photographic: false, focus: null, scan: null });
  }
  for (const seed of [1, 2, 3]) {
    const file = await encode(drawPhotograph(1000, 700, seed))
      .png()
      .toBuffer();
    const { photographic, scan } = await factsOf(file);
    t.true(photographic);
    t.is(scan, null);
  }
});

/** A head and shoulders before white: something photographed, clear of the upper edge and of most of the sides. */
async function bust(): Promise<Buffer> {
  const [width, height] = [900, 640];
  const { data } = drawPhotograph(width, height, 4);
  const raw = Buffer.from(data);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isHead = ((x - 450) / 120) ** 2 + ((y - 240) / 150) ** 2 < 1;
    const areShoulders = ((x - 450) / 300) ** 2 + ((y - 640) / 260) ** 2 < 1;
    if (isHead || areShoulders) for (let c = 0; c < 3; c++) raw[3 * i + c] = Math.min(220, raw[3 * i + c]!);
    else raw.fill(255, 3 * i, 3 * i + 3);
  }
  return await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

test('a person before white is a photograph; a window with one at its bottom is not', async (t) => {
  t.true((await factsOf(await bust())).photographic);
  const photograph = await encode(drawPhotograph(800, 260, 4))
    .png()
    .toBuffer();
  const page = draw(800, 900, (context) => {
    rect(context, '#ffffff', 0, 0, 800, 900);
    for (let line = 0; line < 14; line++)
      for (let letter = 0; letter < 50; letter++)
        rect(context, '#333333', 40 + 14 * letter, 60 + 40 * line, 4, 16);
  });
  const window = await sharp(page)
    .composite([{ input: photograph, left: 0, top: 640 }])
    .png()
    .toBuffer();
  t.false((await factsOf(window)).photographic);
});

test('a scan is recognized by its paper and its ink, with its angle', async (t) => {
  for (const turn of [-5, -2, 0, 3]) {
    const { photographic, scan } = await factsOf(await sheet(turn));
    t.false(photographic);
    t.true(Math.abs(scan!.turn + 100 * turn) <= 50, `${turn} was taken for ${scan?.turn}`);
  }
});

test('a window in colours is not a scan, with lines of any angle', async (t) => {
  const window = draw(800, 1200, (context) => {
    rect(context, '#ffffff', 0, 0, 800, 1200);
    rect(context, '#66d0f0', 0, 0, 800, 60);
    context.rotate((4 * Math.PI) / 180);
    for (let line = 0; line < 28; line++) rect(context, '#303030', 60, 80 + 36 * line, 700, 4);
  });
  t.is((await factsOf(window)).scan, null);
});

/** The page that a picture of a kind gets on a panel: pixels of raw1. */
async function onPanel(
  file: Buffer,
  image: { kind?: 'drawing' | 'scan'; turn?: number },
): Promise<Uint8Array> {
  const { width = 0, height = 0 } = await sharp(file).metadata();
  const scene = layOutTemplate(
    'photo',
    { image: { fileId: 'a', width, height, ...image } },
    PANEL,
    'monochrome',
  );
  const images = { a: { input: file, contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  return unpack(raw1, PANEL.width, PANEL.height, 1);
}

/** Pixels that differ from all four neighbours: specks of dither. */
function specks(pixels: Uint8Array): number {
  let count = 0;
  const { width, height } = PANEL;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const own = pixels[i];
      if ([i - 1, i + 1, i - width, i + width].every((near) => pixels[near] !== own)) count++;
    }
  }
  return count;
}

test('the tinted ground of a chart becomes white, and its content is kept', async (t) => {
  const pixels = await onPanel(chart, { kind: 'drawing' });
  const corner: number[] = [];
  for (let y = 20; y < 100; y++) for (let x = 100; x < 260; x++) corner.push(pixels[y * 800 + x]!);
  t.true(corner.every((pixel) => pixel === 255));
  const bottom = pixels.subarray(800 * 430, 800 * 470);
  t.true(
    bottom.some((pixel) => pixel === 0),
    'the labels at the lower edge',
  );
});

test('a dark window is shown dark on light, without specks', async (t) => {
  const pixels = await onPanel(darkWindow, { kind: 'drawing' });
  t.true(specks(pixels) < 200, `${specks(pixels)}`);
  const black = pixels.filter((pixel) => pixel === 0).length;
  t.true(black > 0.02 * pixels.length && black < 0.3 * pixels.length, `${black} black pixels`);
});

test('a dark window with type in colours is shown light, a poster with a dark picture stays dark', async (t) => {
  const editor = draw(1200, 720, (context) => {
    rect(context, '#1e1e1e', 0, 0, 1200, 720);
    for (let row = 0; row < 18; row++) {
      for (let word = 0; word < 30; word++)
        rect(context, '#6a9955', 60 + 30 * word, 40 + 36 * row, 8 + (word % 5) * 4, 12);
    }
  });
  const poster = draw(1200, 720, (context) => {
    rect(context, '#101318', 0, 0, 1200, 720);
    const light = context.createRadialGradient(600, 360, 10, 600, 360, 350);
    light.addColorStop(0, '#c0a880');
    light.addColorStop(1, '#101318');
    context.fillStyle = light;
    context.fillRect(0, 0, 1200, 720);
  });
  const blackOf = async (picture: Buffer) => {
    const pixels = await onPanel(picture, { kind: 'drawing' });
    return pixels.filter((pixel) => pixel === 0).length / pixels.length;
  };
  const black = [await blackOf(editor), await blackOf(poster)];
  t.true(black[0]! < 0.3, `${black}`);
  t.true(black[1]! > 0.5, `${black}`);
});

test('wide white type on a dark slide is black, also where only its pixels tell that it is drawn', async (t) => {
  const slide = draw(1200, 720, (context) => {
    rect(context, '#12344d', 0, 0, 1200, 720);
    for (let letter = 0; letter < 12; letter++) rect(context, '#ffffff', 90 + 60 * letter, 120, 24, 80);
  });
  for (const image of [{}, { kind: 'drawing' as const }]) {
    const pixels = await onPanel(slide, image);
    const black = pixels.filter((pixel) => pixel === 0).length;
    t.true(black > 0.02 * pixels.length, `${black} black pixels`);
  }
});

test('the tints of a map stay distinct, with an outline', async (t) => {
  const map = draw(1200, 720, (context) => {
    rect(context, '#f2efe9', 0, 0, 1200, 720);
    rect(context, '#aad3df', 0, 450, 1200, 270);
    rect(context, '#d9d0c9', 300, 90, 240, 240);
  });
  const pixels = await onPanel(map, { kind: 'drawing' });
  const black = Array.from({ length: 480 }, (_, y) => blackPercent(pixels, 560, y, 80, 1));
  t.true(Math.max(...black.slice(285, 315)) > 90, 'the shore');
  const [land, house, water] = [
    blackPercent(pixels, 560, 100, 80, 100),
    blackPercent(pixels, 230, 80, 100, 100),
    blackPercent(pixels, 560, 340, 80, 100),
  ];
  t.is(land, 0);
  t.true(house > 4 && water > house + 2 && water < 40, `${house} and ${water} percent are black`);
});

test('pale areas and lines of a chart are not lost', async (t) => {
  const pale = draw(784, 464, (context) => {
    rect(context, '#ffffff', 0, 0, 784, 464);
    rect(context, '#e5e5e5', 50, 50, 200, 300);
    rect(context, '#dddddd', 300, 200, 400, 2);
    for (let letter = 0; letter < 30; letter++) rect(context, '#000000', 300 + 12 * letter, 400, 4, 14);
  });
  const pixels = await onPanel(pale, { kind: 'drawing' });
  const series = blackPercent(pixels, 80, 80, 150, 250);
  t.true(series > 1 && series < 20, `${series} percent of the area is black`);
  const line = blackPercent(pixels, 350, 200, 300, 20);
  t.true(line > 2, `${line} percent around the line is black`);
  t.is(blackPercent(pixels, 350, 100, 300, 60), 0);
});

test('type on a light tint stands on white, and the tint beside it is kept', async (t) => {
  // As large as the place that it gets on the panel, 20 pixels from the edges.
  const panel = draw(760, 440, (context) => {
    rect(context, '#ffffff', 0, 0, 760, 440);
    rect(context, '#e5e7eb', 40, 40, 680, 60);
    for (let letter = 0; letter < 12; letter++) {
      rect(context, '#333333', 60 + 16 * letter, 62, 3, 16);
      rect(context, '#333333', 60 + 16 * letter, 68, 8, 3);
    }
  });
  const pixels = await onPanel(panel, { kind: 'drawing' });
  for (let letter = 0; letter < 12; letter++) {
    const left = 80 + 16 * letter;
    const around = [
      blackPercent(pixels, left, 78, 5, 3),
      blackPercent(pixels, left, 99, 5, 3),
      blackPercent(pixels, left + 9, 84, 6, 12),
    ];
    t.deepEqual(around, [0, 0, 0], `above, below and beside letter ${letter}`);
  }
  const tint = blackPercent(pixels, 400, 70, 300, 40);
  t.true(tint > 1 && tint < 20, `${tint} percent of the tint is black`);
});

/** How much of a part of a panel is black. */
function blackPercent(pixels: Uint8Array, left: number, top: number, width: number, height: number): number {
  let black = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) if (pixels[y * PANEL.width + x] === 0) black++;
  return (100 * black) / (width * height);
}

test('type in colour is solid, and so is its ground', async (t) => {
  const type = (context: SKRSContext2D, color: string, top: number) => {
    for (let letter = 0; letter < 60; letter++) {
      rect(context, color, 100 + 10 * letter, top, 5, 24);
      rect(context, color, 100 + 10 * letter, top + 10, 7, 4);
    }
  };
  const slide = draw(800, 480, (context) => {
    rect(context, '#ffffff', 0, 0, 800, 480);
    type(context, '#4472c4', 40);
    for (const top of [100, 200, 300]) rect(context, '#4472c4', 60, top, 680, 60);
    type(context, '#ffffff', 118);
    type(context, '#000000', 218);
  });
  const pixels = await onPanel(slide, { kind: 'drawing' });
  /** The share of black within an area of the slide, which stands in the panel's margins. */
  const black = (...[left, top, width, height]: [number, number, number, number]) => {
    const [x, y] = [Math.ceil(32 + 0.92 * left), Math.ceil(19.2 + 0.92 * top)];
    const [across, down] = [Math.floor(0.92 * width), Math.floor(0.92 * height)];
    let count = 0;
    for (let row = y; row < y + down; row++)
      for (let i = row * 800 + x; i < row * 800 + x + across; i++) if (pixels[i] === 0) count++;
    return count / (across * down);
  };
  t.is(black(101, 42, 3, 6), 1, 'a stroke of blue type');
  t.is(black(90, 102, 600, 14), 1, 'above white type');
  t.is(black(101, 120, 3, 20), 0, 'a stroke of white type');
  t.is(black(90, 204, 600, 12), 0, 'above black type');
  t.is(black(101, 220, 3, 20), 1, 'a stroke of black type');
  const bare = black(90, 302, 600, 50);
  t.true(bare > 0.3 && bare < 0.9, `without type it keeps its tone: ${bare}`);
});

test('type on strong colours is legible, whether lighter, darker or as light as its ground', async (t) => {
  const grounds = [
    '#ff0000',
    '#c62828',
    '#8b0000',
    '#ff6d00',
    '#2e7d32',
    '#00c853',
    '#0000ff',
    '#6a1b9a',
    '#e91e63',
  ];
  const types = ['#000000', '#ffffff', '#ffeb3b', '#263238'];
  const stroke = { left: 8, top: 8, width: 4, height: 20 };
  const places = grounds.flatMap((ground, row) =>
    types.map((type, column) => ({ ground, type, x: 10 + 190 * column, y: 8 + 50 * row })),
  );
  const labels = draw(784, 464, (context) => {
    rect(context, '#ffffff', 0, 0, 784, 464);
    for (const { ground, type, x, y } of places) {
      rect(context, ground, x, y, 180, 40);
      for (let letter = 0; letter < 8; letter++)
        rect(context, type, x + stroke.left + 12 * letter, y + stroke.top, stroke.width, stroke.height);
    }
  });
  const scene = layOutTemplate(
    'photo',
    { image: { fileId: 'a', width: 784, height: 464, kind: 'drawing' } },
    PANEL,
    'monochrome',
  );
  const image = scene.elements.find(({ type }) => type === 'image')!;
  Object.assign(image.frame, { x: 8, y: 8, width: 784, height: 464 });
  const images = { a: { input: labels, contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const pixels = unpack(raw1, PANEL.width, PANEL.height, 1);
  for (const { ground, type, x, y } of places) {
    const row = 800 * (8 + y + 18) + 8 + x + stroke.left;
    const letters = Array.from({ length: 8 }, (_, letter) => pixels[row + 12 * letter + 1]);
    const gaps = Array.from({ length: 7 }, (_, letter) => pixels[row + 12 * letter + 8]);
    t.is(new Set(letters).size, 1, `strokes of ${type} on ${ground}: ${letters}`);
    t.true(
      gaps.every((gap) => gap !== letters[0]),
      `between strokes of ${type} on ${ground}: ${gaps}`,
    );
  }
});

test('bars of one colour have one tone, whether their labels fill them or not', async (t) => {
  const bars = draw(784, 464, (context) => {
    rect(context, '#ffffff', 0, 0, 784, 464);
    for (const [top, width, letters] of [
      [40, 700, 3],
      [160, 300, 16],
    ] as const) {
      rect(context, '#7d86f0', 40, top, width, 60);
      for (let letter = 0; letter < letters; letter++)
        rect(context, '#ffffff', 60 + 14 * letter, top + 18, 4, 24);
    }
  });
  const pixels = await onPanel(bars, { kind: 'drawing' });
  const [long, short] = [blackPercent(pixels, 500, 65, 150, 30), blackPercent(pixels, 80, 184, 200, 4)];
  t.deepEqual([long, short], [100, 100]);
});

test('bars of several tints with white labels stay distinct', async (t) => {
  const bars = draw(800, 480, (context) => {
    rect(context, '#ffffff', 0, 0, 800, 480);
    for (const [bar, tint] of ['#505050', '#787878', '#a0a0a0'].entries()) {
      rect(context, tint, 60, 40 + 140 * bar, 680, 80);
      for (let letter = 0; letter < 60; letter++)
        rect(context, '#ffffff', 100 + 10 * letter, 60 + 140 * bar, 5, 40);
    }
  });
  const pixels = await onPanel(bars, { kind: 'drawing' });
  const shares = [0, 1, 2].map((bar) => {
    const top = Math.ceil(19.2 + 0.92 * (42 + 140 * bar));
    const band = pixels.subarray(800 * top, 800 * (top + 14));
    return band.filter((pixel) => pixel === 0).length;
  });
  t.true(shares[0]! > 1.2 * shares[1]! && shares[1]! > 1.2 * shares[2]!, `${shares}`);
});

test('a small drawing grows by whole numbers: its pixels are squares', async (t) => {
  const pixels = await onPanel(icon, { kind: 'drawing' });
  const black = [...pixels.keys()].filter((i) => pixels[i] === 0);
  const xs = black.map((i) => i % 800);
  const ys = black.map((i) => Math.floor(i / 800));
  const width = Math.max(...xs) - Math.min(...xs) + 1;
  const height = Math.max(...ys) - Math.min(...ys) + 1;
  t.is(width, height);
  t.is(width % 8, 0);
  t.is(black.length, width * height);
});

test('a small drawing with soft edges grows with a round, unbroken outline', async (t) => {
  const disc = draw(40, 40, (context) => {
    context.fillStyle = '#000000';
    context.arc(20, 20, 17, 0, 2 * Math.PI);
    context.fill();
  });
  const pixels = await onPanel(disc, { kind: 'drawing' });
  t.is(specks(pixels), 0);
  const inked = [...pixels.keys()].filter((i) => pixels[i] === 0);
  const times = (Math.max(...inked.map((i) => i % 800)) - Math.min(...inked.map((i) => i % 800)) + 1) / 34;
  let wrong = 0;
  for (let i = 0; i < pixels.length; i++) {
    const isInside = Math.hypot((i % 800) - 399.5, Math.floor(i / 800) - 239.5) <= 17 * times;
    if (isInside !== (pixels[i] === 0)) wrong++;
  }
  t.true(wrong < 0.02 * inked.length, `${wrong} of ${inked.length}`);
});

test('the paper of a scan is white from corner to corner, and its lines are level', async (t) => {
  const file = await sheet(4);
  const { scan } = await factsOf(file);
  const pixels = await onPanel(file, { kind: 'scan', turn: scan!.turn });
  t.true(pixels.filter((pixel) => pixel === 0).length < 0.2 * pixels.length);
  const rowInk = Array.from({ length: 480 }, (_, y) =>
    pixels.subarray(y * 800, (y + 1) * 800).reduce((sum, pixel) => sum + (pixel === 0 ? 1 : 0), 0),
  );
  const between = rowInk.slice(60, 420).filter((ink) => ink < 8).length;
  t.true(between > 60, `${between} rows between the lines`);
});

test('a yellow crayon on grey paper is ink, and a highlighter leaves its words to be read', async (t) => {
  const file = draw(800, 480, (context) => {
    rect(context, '#b2aea8', 0, 0, 800, 480);
    rect(context, '#ebbe28', 100, 200, 200, 12);
    rect(context, '#f5f078', 440, 180, 260, 60);
    for (let letter = 0; letter < 12; letter++) rect(context, '#303030', 460 + 20 * letter, 195, 5, 30);
  });
  const pixels = await onPanel(file, { kind: 'scan', turn: 0 });
  const inkIn = (left: number, top: number, width: number, height: number) => {
    let ink = 0;
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) if (pixels[y * 800 + x] === 0) ink++;
    return ink / (width * height);
  };
  // The page has a margin, so the drawing is a little smaller.
  const at = (x: number, y: number) => [20 + Math.round(x * 0.917) + 13, 20 + Math.round(y * 0.917)] as const;
  const [left, top] = at(100, 194);
  t.true(inkIn(left, top, 180, 22) > 0.1, 'the crayon is there');
  const [marked, above] = at(440, 184);
  t.true(inkIn(marked, above, 230, 6) < 0.5, 'the marker is paler than ink');
});

test('straightened paper has no ink in its corners', async (t) => {
  const pixels = await onPanel(
    draw(800, 480, (context) => {
      rect(context, '#8e8b86', 0, 0, 800, 480);
      for (let line = 0; line < 8; line++) rect(context, '#202020', 200, 100 + 36 * line, 400, 6);
    }),
    { kind: 'scan', turn: 400 },
  );
  for (const x of [20, 740]) {
    for (const y of [20, 420]) {
      let ink = 0;
      for (let row = y; row < y + 40; row++)
        for (let column = x; column < x + 40; column++) if (pixels[row * 800 + column] === 0) ink++;
      t.is(ink, 0, `at ${x}, ${y}`);
    }
  }
});

test('preparing a drawing takes as many lookups at any size', async (t) => {
  const white = draw(16, 16, (context) => rect(context, '#ffffff', 0, 0, 16, 16));
  const images = { a: { input: white, contentType: 'image/png' } };
  const properties = { fileId: 'a', fit: 'stretch', focus: null, look: 'drawing' } as const;
  const shape = { shape: 'rect', fill: '#000000', stroke: 'transparent', strokeWidth: 0, radius: 0 } as const;
  /** How often a page reads the frames of the shapes that lie over its drawing. */
  const reads = async (side: number) => {
    let count = 0;
    const frame = new Proxy(
      { x: 0, y: 0, width: 1, height: 1 },
      {
        get(target, key, self) {
          count++;
          return Reflect.get(target, key, self);
        },
      },
    );
    const over = Array.from({ length: 20 }, (_, n) => ({
      id: `s${n}`,
      type: 'shape' as const,
      frame,
      properties: shape,
    }));
    const picture = {
      id: 'a',
      type: 'image' as const,
      frame: { x: 0, y: 0, width: side, height: side },
      properties,
    };
    const viewport = { width: side, height: side };
    const scene = { version: 1, viewport, background: '#ffffff', elements: [picture, ...over] };
    const options = { ...viewport, toneExponent: 1.3, tone: 'auto' } as const;
    const { raw1 } = await sceneFrames({ kind: 'scene', scene: scene as never, images }, options);
    const pixels = unpack(raw1, side, side, 1);
    t.deepEqual([pixels[0], pixels[1]], [0, 255], 'the shapes are to be seen');
    return count;
  };
  t.is(await reads(320), await reads(80));
});
