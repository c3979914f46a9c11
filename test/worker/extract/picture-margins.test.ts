import test from 'ava';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { createCanvas } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, photo, request } from '../../modules/library/planners/material.ts';

const extractor = createExtractor({ ocr: createOcr({ timeLimitMs: 300_000 }) });
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };
const SIDE = 1200;

/** A screenshot of a page on a ground, with its words between `from` and `to`, in pixels of its height. */
function screenshot({ ground, ink }: { ground: string; ink: string }, from: number, to: number): Buffer {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = ink;
  context.font = `34px ${familiesFor('Ferry', 'sans', 400)}`;
  for (let y = from; y <= to; y += 60) {
    context.fillText(`Ferry to the island at ${y} o'clock`, 40, y);
    context.fillRect(900, y - 30, 260, 24);
  }
  return canvas.toBuffer('image/png');
}

/** The page that the rules make of a picture. */
async function pageOf(bytes: Buffer) {
  const { digest } = await extractor.digest({ bytes, contentType: 'image/png' });
  const { width, height } = digest.image!;
  const asset = { ...photo('p'), digest, imageSize: { width, height } };
  const routing = { kind: 'output' as const, viewport: PANEL };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  return layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
}

/** The parts of the picture on that page. */
async function partsOf(bytes: Buffer) {
  const { elements } = await pageOf(bytes);
  return elements.flatMap((one) => (one.type === 'image' ? [one] : []));
}

const shown = async (bytes: Buffer) => (await partsOf(bytes))[0]!;

for (const colours of [
  { ground: '#ffffff', ink: '#000000' },
  { ground: '#16181c', ink: '#e6e6e6' },
]) {
  test(`a screenshot on ${colours.ground} is shown without its empty margins, and larger`, async (t) => {
    const { frame, properties } = await shown(screenshot(colours, 80, 500));
    const { y, height } = properties.part!;
    t.true(y <= 45 && y + height >= 425, `${y} ${height}`);
    t.true(height < 480, `${height}`);
    t.true(frame.width > 700, `${frame.width}`);
  });
}

test('a screenshot that fills its picture is shown whole', async (t) => {
  const { properties } = await shown(screenshot({ ground: '#ffffff', ink: '#000000' }, 60, 1180));
  t.is(properties.part, undefined);
});

test('a high screenshot with light type on a dark ground is shown in columns, and not as a photograph', async (t) => {
  const canvas = createCanvas(540, 1170);
  const context = canvas.getContext('2d');
  context.fillStyle = '#101317';
  context.fillRect(0, 0, 540, 1170);
  context.font = `22px ${familiesFor('Market', 'sans', 400)}`;
  for (const [row, tone] of ['#e6e6e6', '#8b919c', '#3fbf7f', '#b4b4c8', '#d08770', '#9ad0e6'].entries()) {
    context.fillStyle = tone;
    context.fillText(`Market hall on the ${row + 1}th`, 30, 80 + 150 * row);
    context.fillText('Paid by card', 30, 110 + 150 * row);
  }
  const bytes = canvas.toBuffer('image/png');
  const { digest } = await extractor.digest({ bytes, contentType: 'image/png' });
  t.is(digest.shape, 'graphic');
  t.true((digest.image?.cuts?.length ?? 0) > 2);
});

test('a window with a bar above and a pane beside its words is shown without its empty parts', async (t) => {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  for (const [colour, width, height] of [
    ['#1f2227', SIDE, SIDE],
    ['#16181b', 260, SIDE],
    ['#2d4a70', SIDE, 60],
  ] as const) {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
  }
  context.fillStyle = '#e6e6e6';
  context.font = `34px ${familiesFor('Ferry', 'sans', 400)}`;
  for (let y = 120; y <= 480; y += 60) context.fillText(`Ferry at ${y}`, 300, y);
  const { properties } = await shown(canvas.toBuffer('image/png'));
  const { x, y, width, height } = properties.part!;
  t.true(x + width > 400 && x + width < 600, `${x} ${width}`);
  t.true(y + height > 400 && y + height < 500, `${y} ${height}`);
});

test('white type on a gradient, as on a locked screen, is a drawing and not a photograph', async (t) => {
  const canvas = createCanvas(540, 1170);
  const context = canvas.getContext('2d');
  const gradient = context.createLinearGradient(0, 0, 0, 1170);
  gradient.addColorStop(0, '#2a4a80');
  gradient.addColorStop(1, '#f0b080');
  context.fillStyle = gradient;
  context.fillRect(0, 0, 540, 1170);
  const plain = await extractor.digest({ bytes: canvas.toBuffer('image/png'), contentType: 'image/png' });
  t.is(plain.digest.shape, 'photo');
  context.fillStyle = '#ffffff';
  context.font = `30px ${familiesFor('Grandma', 'sans', 400)}`;
  for (let y = 200; y < 900; y += 90) context.fillText('Grandma is at the station', 60, y);
  const { digest } = await extractor.digest({
    bytes: canvas.toBuffer('image/png'),
    contentType: 'image/png',
  });
  t.is(digest.shape, 'graphic');
  t.true((digest.image?.cuts?.length ?? 0) > 2);
});

/** A high screenshot of messages on cards, on a gradient: rows of words with their heights. */
function lockedScreen(): Buffer {
  const canvas = createCanvas(780, 1688);
  const context = canvas.getContext('2d');
  const gradient = context.createLinearGradient(0, 0, 300, 1688);
  gradient.addColorStop(0, '#284478');
  gradient.addColorStop(1, '#f0b07c');
  context.fillStyle = gradient;
  context.fillRect(0, 0, 780, 1688);
  for (let card = 0; card < 4; card++) {
    const top = 760 + 136 * card;
    context.fillStyle = 'rgba(255, 255, 255, 0.22)';
    context.beginPath();
    context.roundRect(24, top, 732, 116, 30);
    context.fill();
    context.fillStyle = '#ffffff';
    context.font = `30px ${familiesFor('Grandma', 'sans', 400)}`;
    context.fillText('Grandma', 52, top + 50);
    context.fillText('Who meets me at the station?', 52, top + 86);
  }
  context.font = `150px ${familiesFor('15', 'sans', 400)}`;
  context.fillText('15:42', 190, 320);
  return canvas.toBuffer('image/png');
}

test('a locked screen is cut between its cards, and its messages are black on white', async (t) => {
  const bytes = lockedScreen();
  const scene = await pageOf(bytes);
  const parts = scene.elements.flatMap((one) => (one.type === 'image' ? [one] : []));
  t.is(parts.length, 2);
  for (const { properties } of parts) {
    const { y, height } = properties.part!;
    for (const edge of [y, y + height]) {
      const inCard = ((edge * 1688) / 1000 - 760) / 136;
      t.false(inCard > 0 && inCard < 4 && (inCard % 1) * 136 < 112, `cut through a card at ${edge}`);
    }
  }
  const { fileId } = parts[0]!.properties;
  const images = { [fileId]: { input: bytes, contentType: 'image/png' } };
  const options = { ...PANEL, toneExponent: 1.3, tone: 'auto' } as const;
  const { raw1 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const codes = unpack(raw1, PANEL.width, PANEL.height, 1);
  const black = codes.filter((code) => code === 0).length / codes.length;
  t.true(black > 0.01 && black < 0.1, `${black}`);
});

test('an entry of a high screenshot stays in one column with its second line', async (t) => {
  const canvas = createCanvas(780, 1400);
  const context = canvas.getContext('2d');
  context.fillStyle = '#101418';
  context.fillRect(0, 0, 780, 1400);
  for (let entry = 0; entry < 11; entry++) {
    const top = 40 + 122 * entry;
    context.fillStyle = '#f0f0f0';
    context.font = `32px ${familiesFor('Market', 'sans', 400)}`;
    context.fillText(`Market hall number ${entry}`, 40, top + 34);
    context.font = `26px ${familiesFor('Market', 'sans', 400)}`;
    context.fillText('Paid by card', 40, top + 70);
  }
  const parts = await partsOf(canvas.toBuffer('image/png'));
  t.true(parts.length > 1);
  for (const { properties } of parts.slice(1)) {
    const within = ((properties.part!.y * 1400) / 1000 - 40) % 122;
    t.true(within > 72 || within < 8, `${within}`);
  }
});

/** A wide screenshot of a board with four lists, with or without a line that crosses all of them. */
function board(isCrossed: boolean): Buffer {
  const canvas = createCanvas(1440, 280);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f0f0f0';
  context.fillRect(0, 0, 1440, 280);
  for (let list = 0; list < 4; list++) {
    context.fillStyle = '#ffffff';
    context.fillRect(20 + 356 * list, 20, 332, 240);
    context.fillStyle = '#101010';
    context.font = `15px ${familiesFor('Order', 'sans', 400)}`;
    for (let card = 0; card < 4; card++)
      context.fillText('Order the tiles for the bathroom', 40 + 356 * list, 60 + 46 * card);
  }
  if (isCrossed) context.fillRect(0, 200, 1440, 4);
  return canvas.toBuffer('image/png');
}

test('a wide board is shown in two rows, cut between its lists', async (t) => {
  const parts = await partsOf(board(false));
  t.is(parts.length, 2);
  t.true(parts[1]!.frame.y >= parts[0]!.frame.y + parts[0]!.frame.height);
  const seam = (parts[1]!.properties.part!.x * 1440) / 1000;
  t.true(seam > 708 && seam < 732, `${seam}`);
});

test('a wide drawing that a line crosses stays whole', async (t) => {
  t.is((await partsOf(board(true))).length, 1);
});
