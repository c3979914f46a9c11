import test from 'ava';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { createCanvas } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';
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

/** The element that shows a picture on the page that the rules make of it. */
async function shown(bytes: Buffer) {
  const { digest } = await extractor.digest({ bytes, contentType: 'image/png' });
  const size = { width: SIDE, height: SIDE };
  const asset = { ...photo('p'), digest, imageSize: size };
  const routing = { kind: 'output' as const, viewport: PANEL };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
  return scene.elements.find((one) => one.type === 'image')!;
}

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
