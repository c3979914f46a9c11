import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import type { SKRSContext2D } from '#worker/imaging/canvas.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, pdf, request } from '../../modules/library/planners/material.ts';
import { drawPapers, write } from './draw-papers.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };

async function pageOf(draw: (context: SKRSContext2D) => void, sheet = {}) {
  const { digest, picture } = await extractor.digest({
    bytes: drawPapers([draw], sheet),
    contentType: 'application/pdf',
  });
  const imageSize = picture && { width: picture.width, height: picture.height };
  const asset = { ...pdf(''), digest, filename: 'paper.pdf', imageId: picture && 'p', imageSize };
  const routing = { kind: 'output' as const, viewport: PANEL };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
  return { template, scene, digest, picture: picture! };
}

const textOf = (scene: Scene) =>
  scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');

/** The end of the shown part of the picture, in thousandths of its height. */
const endOf = (scene: Scene) => {
  const [image] = scene.elements.flatMap((one) => (one.type === 'image' ? [one.properties] : []));
  const { y, height } = image!.part ?? { y: 0, height: 1000 };
  return y + height;
};

test('vertical heads of a table that is on the page are not counted as left out', async (t) => {
  const { template, scene } = await pageOf((context) => {
    write(context, [{ x: 60, y: 60, size: 20, text: 'Who does what' }]);
    for (const [row, name] of ['Anna', 'Ben', 'Clara', 'Dora'].entries()) {
      write(context, [{ x: 60, y: 260 + 36 * row, size: 14, text: name }]);
      context.strokeRect(50, 236 + 36 * row, 420, 36);
    }
    for (const [column, text] of [
      'Empty the bins',
      'Feed the cat',
      'Water plants',
      'Set the table',
    ].entries()) {
      context.save();
      context.translate(180 + 80 * column, 230);
      context.rotate(-Math.PI / 2);
      write(context, [{ x: 0, y: 0, size: 13, text }]);
      context.restore();
      context.strokeRect(150 + 80 * column, 90, 80, 290);
    }
  });
  t.is(template, 'slides');
  t.false(textOf(scene).includes('words'), textOf(scene));
});

/** Boxes with a name and a number in larger type, one below the other. */
function drawBoxes(context: SKRSContext2D, count: number): void {
  for (let at = 0; at < count; at++) {
    const y = 40 + 74 * at;
    context.strokeRect(40, y, 510, 62);
    write(context, [
      { x: 56, y: y + 20, size: 12, text: `Neighbour ${at + 1}` },
      { x: 56, y: y + 48, size: 24, text: `0911 77${at}0` },
    ]);
  }
}

test('a page of boxes is cut between two of them, and not between a name and its number', async (t) => {
  const { template, scene, picture } = await pageOf((context) => drawBoxes(context, 10));
  t.is(template, 'slides');
  const end = endOf(scene);
  t.true(end < 1000, `${end}`);
  const row = Math.round((end * picture.height) / 1000);
  const inked = (y: number) =>
    picture.data.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width).filter((code) => code < 128);
  t.is(inked(row).length, 0);
  t.regex(textOf(scene), /\+ \d*[048] words/u);
});

test('all of a page is shown if its type stays legible', async (t) => {
  const { scene } = await pageOf((context) => drawBoxes(context, 6));
  t.is(endOf(scene), 1000);
  t.false(textOf(scene).includes('words'), textOf(scene));
});

test('a plan of a week whose rows are too long for columns is shown as it is drawn if it is legible', async (t) => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const dishes = ['Carrot soup, bread', 'Turkey in mustard', 'Leaf salad, nuts', 'Yoghurt, plums'];
  const courses = [
    'Starter',
    'Main',
    'Side',
    'Sweet',
    'Starter B',
    'Main B',
    'Side B',
    'Sweet B',
    'Late',
    'Fruit',
  ];
  const { template, scene } = await pageOf(
    (context) => {
      write(context, [{ x: 40, y: 50, size: 18, text: 'Menus of the week' }]);
      for (let line = 0; line < 12; line++) context.fillRect(40, 66 + 30 * line, 760, 1);
      for (const [column, day] of days.entries()) {
        write(context, [{ x: 140 + 132 * column, y: 88, text: day }]);
        for (const row of courses.keys())
          write(context, [{ x: 140 + 132 * column, y: 118 + 30 * row, text: `${dishes[row % 4]}` }]);
      }
      for (const [row, course] of courses.entries())
        write(context, [{ x: 46, y: 118 + 30 * row, text: course }]);
    },
    { width: 842, height: 595 },
  );
  t.is(template, 'slides');
  t.is(endOf(scene), 1000);
});

test('a page that lies on its side is turned upright', async (t) => {
  const { picture, digest } = await pageOf((context) => {
    context.translate(560, 40);
    context.rotate(Math.PI / 2);
    write(context, [
      { x: 0, y: 0, size: 20, text: 'Winter timetable of the ferry' },
      ...Array.from({ length: 8 }, (_, at) => ({
        x: 0,
        y: 40 + 20 * at,
        text: `Sailing ${at + 1} leaves the pier of the old harbour at ${at + 8} o'clock every working day`,
      })),
    ]);
  });
  t.true(picture.width > picture.height);
  t.is(digest.title, 'Winter timetable of the ferry');
});
