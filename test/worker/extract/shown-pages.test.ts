import test from 'ava';
import { countWords } from '#shared/count-words.ts';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor, type Extraction } from '#worker/extract/digest-asset.ts';
import { createOcr, type Ocr } from '#worker/extract/ocr.ts';
import { createCanvas } from '#worker/imaging/canvas.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, pdf, request } from '../../modules/library/planners/material.ts';
import { drawPapers, type Words, write } from './draw-papers.ts';

// Readers have all the time they need on a busy machine.
const ocr = createOcr({ timeLimitMs: 300_000 });
const extractor = createExtractor({ sandbox: createSameProcessSandbox(), ocr });
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };
const PROSE = 'The council met in the small hall and spoke about the old harbour for most of the evening. ';

const known = new Map<string, Promise<Extraction>>();
/** The digest and picture of a PDF. Several tests share a paper, which takes a second of processor time to read. */
function read(bytes: Buffer): Promise<Extraction> {
  const name = bytes.toString('base64');
  const reading = known.get(name) ?? extractor.digest({ bytes, contentType: 'application/pdf' });
  known.set(name, reading);
  return reading;
}

/** The page that the rules make of a paper for a panel. */
function pageOf({ digest, picture }: Extraction, viewport = PANEL) {
  const imageSize = picture && { width: picture.width, height: picture.height };
  const asset = { ...pdf(''), digest, filename: 'paper.pdf', imageId: picture && 'p', imageSize };
  const routing = { kind: 'output' as const, viewport };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, viewport, 'monochrome');
  return { template, scene };
}

const textOf = (scene: Scene) =>
  scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');

/** The shown part of the picture, in thousandths of its height. */
const shownOf = (scene: Scene) =>
  scene.elements.flatMap((one) => (one.type === 'image' ? [one.properties.part?.height ?? 1000] : []));

/** A timetable whose header has two lines, with some cells over two columns. */
const TIMETABLE: Words[] = [
  { x: 50, y: 60, size: 16, text: 'Timetable of the ferry' },
  ...['Mon to Fri', 'Saturday', 'Sunday'].map((text, i) => ({ x: 180 + 130 * i, y: 96, text })),
  ...['out', 'back', 'out', 'back', 'out', 'back'].map((text, i) => ({ x: 170 + 65 * i, y: 112, text })),
  ...Array.from({ length: 40 }, (_, row) => [
    { x: 50, y: 134 + 17 * row, text: `Pier ${row + 1}` },
    ...[0, 1, 2, 3, 4, 5].map((i) => ({ x: 170 + 65 * i, y: 134 + 17 * row, text: `${6 + i}:${10 + row}` })),
  ]).flat(),
];

test('a table that cannot be set again is shown as a picture, and the words below are counted', async (t) => {
  const paper = await read(drawPapers([(context) => write(context, TIMETABLE)]));
  const { template, scene } = pageOf(paper);
  t.is(template, 'slides');
  const [shown = 1000] = shownOf(scene);
  t.true(shown > 250 && shown < 900, `${shown}`);
  const below = paper.digest.image!.cuts!.filter(({ at }) => at > shown);
  const missing = below.reduce((sum, { words }) => sum + words, 0);
  t.true(missing > 0);
  t.true(textOf(scene).includes(`+ ${missing} words`), textOf(scene));
  const all = paper.digest.image!.cuts!.reduce((sum, { words }) => sum + words, 0);
  t.is(
    all,
    TIMETABLE.reduce((sum, { text }) => sum + countWords(text), 0),
  );
});

const USUAL = '/MediaBox [0 0 595 842]';
for (const box of [USUAL, '/MediaBox[0 40 595 842]', `${USUAL}/UserUnit 2`]) {
  test(`a page is divided between its lines with ${box}`, async (t) => {
    const drawn = drawPapers([(context) => write(context, TIMETABLE)]).toString('latin1');
    const { digest, picture } = await read(Buffer.from(drawn.replace(USUAL, box), 'latin1'));
    const { data, width, height } = picture!;
    const inked = digest.image!.cuts!.slice(0, -1).filter(({ at }) => {
      const row = Math.floor((at * height) / 1000);
      return data.subarray(3 * width * row, 3 * width * (row + 1)).some((code) => code <= 240);
    });
    t.deepEqual(inked, []);
    const words = digest.image!.cuts!.reduce((sum, cut) => sum + cut.words, 0);
    t.is(
      words,
      TIMETABLE.reduce((sum, { text }) => sum + countWords(text), 0),
    );
  });
}

test('words of the following pages are counted, too', async (t) => {
  const more = (context: Parameters<typeof write>[0]) =>
    write(context, [{ x: 50, y: 60, text: 'Seven words are on the second page' }]);
  const one = pageOf(await read(drawPapers([(context) => write(context, TIMETABLE)])));
  const two = pageOf(await read(drawPapers([(context) => write(context, TIMETABLE), more])));
  const counted = (scene: Scene) => Number(/\+ (\d+) words/.exec(textOf(scene))?.[1]);
  t.is(counted(two.scene) - counted(one.scene), 7);
});

test('the words of a page are set again if its type is too small for a panel', async (t) => {
  const paper = await read(drawPapers([(context) => write(context, TIMETABLE)]));
  t.is(pageOf(paper, { width: 296, height: 400 }).template, 'document');
});

/** A timetable in small type on a wide page: the pier, then twelve trips. */
const TRIPS = Array.from({ length: 12 }, (_, i) => i);
const timeOf = (row: number, trip: number) => `${6 + trip}.${10 + row}`;
const WIDE: Words[] = [
  { x: 40, y: 40, size: 12, text: 'Winter timetable of the ferry' },
  { x: 40, y: 66, size: 7, text: 'Trip' },
  ...TRIPS.map((trip) => ({ x: 120 + 56 * trip, y: 66, size: 7, text: `F ${trip + 1}` })),
  ...Array.from({ length: 12 }, (_, row) => [
    { x: 40, y: 80 + 12 * row, size: 7, text: `Pier ${row + 1}` },
    ...TRIPS.map((trip) => ({ x: 120 + 56 * trip, y: 80 + 12 * row, size: 7, text: timeOf(row, trip) })),
  ]).flat(),
];

test('a timetable shows many trips at every stop, close together in legible type', async (t) => {
  const { template, scene } = pageOf(
    await read(drawPapers([(context) => write(context, WIDE)], { width: 842, height: 595 })),
  );
  t.is(template, 'document');
  const rows = Map.groupBy(
    scene.elements.flatMap((one) => (one.type === 'text' ? [{ y: one.frame.y, ...one.properties }] : [])),
    ({ y }) => y,
  );
  for (const row of TRIPS) {
    const shown = [...rows.values()].find((cells) => cells[0]!.text === `Pier ${row + 1}`) ?? [];
    t.deepEqual(
      shown.slice(1, 11).map(({ text }) => text),
      TRIPS.slice(0, 10).map((trip) => timeOf(row, trip)),
    );
    t.true(shown.every(({ size }) => size >= 16));
  }
});

test('large gaps of a page are reduced', async (t) => {
  const far = TIMETABLE.map((words, at) => (at === 0 ? words : { ...words, y: words.y + 40 }));
  const [near, apart] = await Promise.all(
    [TIMETABLE, far].map(
      async (words) => (await read(drawPapers([(context) => write(context, words)]))).picture!,
    ),
  );
  t.true(Math.abs(apart!.height - near!.height) < 20, `${near!.height} ${apart!.height}`);
});

test('a letter is shown as text, because its page begins with addresses', async (t) => {
  const lines = ['Harbour Office', 'Quay 7', 'Northport', 'Dear Mrs Berg,', ...Array<string>(20).fill(PROSE)];
  const bytes = drawPapers([
    (context) =>
      write(
        context,
        lines.map((text, i) => ({ x: 50, y: 60 + 30 * i, text })),
      ),
  ]);
  t.is(pageOf(await read(bytes)).template, 'document');
});

test("a file's title that belongs to another paper is not used", async (t) => {
  const words = [
    { x: 50, y: 60, size: 22, text: 'Notes on the old harbour' },
    ...Array.from({ length: 30 }, (_, i) => ({ x: 50, y: 100 + 16 * i, text: PROSE })),
  ];
  const title = 'Strategic plan for bicycles 2014';
  const { digest } = await read(drawPapers([(context) => write(context, words)], { title }));
  t.is(digest.title, 'Notes on the old harbour');
});

test('a title within longer words is kept, as in scripts without spaces', async (t) => {
  const title = 'Herbstkonzert';
  const lines = ['Heute', ...Array.from({ length: 30 }, () => `Wir luden zum ${title}abend in den Hof ein.`)];
  const words = lines.map((text, i) => ({ x: 50, y: 60 + 20 * i, size: i ? 11 : 22, text }));
  const { digest } = await read(drawPapers([(context) => write(context, words)], { title }));
  t.is(digest.title, title);
});

test('a title may have letters between signs', async (t) => {
  const title = 'Plan A - B - C';
  const lines = [title, ...Array<string>(30).fill(PROSE)];
  const words = lines.map((text, i) => ({ x: 50, y: 60 + 20 * i, size: i ? 11 : 24, text }));
  const { digest } = await read(drawPapers([(context) => write(context, words)]));
  t.is(digest.title, title);
});

test('a scan is shown as a picture, level and without its margins', async (t) => {
  const sheet = createCanvas(1200, 1700);
  const context = sheet.getContext('2d');
  context.fillStyle = '#f4f2ec';
  context.fillRect(0, 0, 1200, 1700);
  context.fillStyle = '#222222';
  context.rotate(0.03);
  const lines = Array.from({ length: 34 }, (_, i) => ({
    x: 190,
    y: 210 + 34 * i,
    size: 21,
    text: PROSE.trim(),
  }));
  write(context, lines);
  const bytes = drawPapers([(page) => page.drawImage(sheet, 0, 0, 595, 842)]);
  const paper = await read(bytes);
  const { template, scene } = pageOf(paper);
  t.is(template, 'slides');
  t.is(paper.digest.image?.scan?.turn, 0);
  const { width, height } = paper.picture!;
  t.true(width < 0.92 * 1131 && height < 0.92 * 1600, `${width} x ${height}`);
  t.true(shownOf(scene)[0]! < 800);
  t.regex(textOf(scene), /\+ \d+ words/);
});

test('a scan that is rotated to either side is turned upright', async (t) => {
  const words = PROSE.trim().split(' ');
  const lines = Array.from({ length: 9 }, (_, i) => ({
    x: 120,
    y: 150 + 42 * i,
    size: 25,
    text: [...words.slice(i % 17), ...words.slice(0, i % 17)].join(' '),
  }));
  for (const quarter of [1, -1]) {
    const sheet = createCanvas(1700, 1200);
    const context = sheet.getContext('2d');
    context.fillStyle = '#f4f2ec';
    context.fillRect(0, 0, 1700, 1200);
    context.fillStyle = '#222222';
    context.translate(quarter > 0 ? 1700 : 0, quarter > 0 ? 0 : 1200);
    context.rotate((quarter * Math.PI) / 2);
    write(context, lines);
    const paper = await read(
      drawPapers([(page) => page.drawImage(sheet, 0, 0, 842, 595)], { width: 842, height: 595 }),
    );
    t.regex(paper.digest.text, /council met in the small hall/, paper.digest.text.slice(0, 200));
  }
});

/** An upright sheet with words in narrow columns, so that ink is distributed over columns as in a rotated sheet over lines. */
function drawColumns(): Buffer {
  const sheet = createCanvas(1200, 1700);
  const context = sheet.getContext('2d');
  context.fillStyle = '#f4f2ec';
  context.fillRect(0, 0, 1200, 1700);
  context.fillStyle = '#222222';
  const names = ['Harbour', 'Council', 'Evening', 'Station', 'Weather', 'Picture', 'Library'];
  const words = Array.from({ length: 43 * 4 }, (_, i) => ({
    x: 130 + 260 * (i % 4),
    y: 140 + 34 * Math.floor(i / 4),
    size: 30,
    text: names[i % 7]!,
  }));
  write(context, words);
  return drawPapers([(page) => page.drawImage(sheet, 0, 0, 595, 842)]);
}

test('an upright scan is recognized by its middle, and not turned', async (t) => {
  const areas: number[] = [];
  const counting: Ocr = {
    close: async () => {},
    read: (picture, allowance) => {
      areas.push(picture.width * picture.height);
      return ocr.read(picture, allowance);
    },
  };
  const own = createExtractor({ sandbox: createSameProcessSandbox(), ocr: counting });
  t.teardown(() => own.close());
  const { picture, digest } = await own.digest({ bytes: drawColumns(), contentType: 'application/pdf' });
  t.true(picture!.height > picture!.width);
  t.regex(digest.text, /Harbour/);
  t.is(areas.length, 2, `${areas}`);
  t.true(areas[0]! < 0.6 * areas[1]!, `${areas}`);
});

test('a scan that cannot be read in time is not turned', async (t) => {
  const line = { x: 0, y: 0, width: 200, height: 20, words: 30 };
  for (const slow of [0, 1]) {
    let readings = 0;
    const late: Ocr = {
      read: async () =>
        readings++ === slow
          ? { text: '', lines: [], certain: false, late: true }
          : { text: 'seen', lines: readings > 1 ? [line] : [], certain: true },
      close: async () => {},
    };
    const own = createExtractor({ sandbox: createSameProcessSandbox(), ocr: late });
    t.teardown(() => own.close());
    const { picture } = await own.digest({ bytes: drawColumns(), contentType: 'application/pdf' });
    t.true(picture!.height > picture!.width, `reading ${slow}`);
  }
});

test('attempts of text recognition share the time limit of a picture', async (t) => {
  const picture = { data: new Uint8Array(3 * 400 * 400).fill(255), width: 400, height: 400 };
  const allowance: { leftMs?: number } = {};
  t.falsy((await ocr.read(picture, allowance)).late);
  t.true(allowance.leftMs! < 300_000);
  allowance.leftMs = 0;
  t.true((await ocr.read(picture, allowance)).late);
});

test('a light margin of one tone is cut off, so that the content fills the panel', async (t) => {
  const paper = await read(
    drawPapers([
      (context) => {
        context.fillStyle = '#eef1f5';
        context.fillRect(0, 0, 595, 842);
        context.fillStyle = '#000000';
        context.fillRect(100, 300, 400, 90);
        write(context, [{ x: 100, y: 420, size: 14, text: 'Anna Berg, seat 26' }]);
      },
    ]),
  );
  const { width, height } = paper.picture!;
  t.true(width > 2 * height, `${width} x ${height}`);
});

test('a cover of few words is shown whole', async (t) => {
  const words = [
    { x: 60, y: 70, size: 22, text: 'County of Ashdown' },
    { x: 180, y: 480, size: 18, text: 'Register of public acts' },
    { x: 250, y: 790, size: 16, text: 'no. 78 of 28 April' },
  ];
  const { template, scene } = pageOf(await read(drawPapers([(context) => write(context, words)])));
  t.is(template, 'slides');
  t.deepEqual(shownOf(scene), [1000]);
});

test('a card of few words is divided where its type would be too small to read', async (t) => {
  const words = Array.from({ length: 14 }, (_, i) => ({
    x: 30,
    y: 40 + 27 * i,
    size: 10,
    text: `${['Gate', 'Seat', 'Row', 'Block', 'Door', 'Hall', 'Floor'][i % 7]} ${10 + i}`,
  }));
  const card = drawPapers([(context) => write(context, words)], { width: 298, height: 420 });
  const { template, scene } = pageOf(await read(card));
  t.is(template, 'slides');
  t.notDeepEqual(shownOf(scene), [1000]);
});

/** A report that repeats its header on each page, in type that is too small for a panel. */
const report = (page: number): Words[] => [
  { x: 40, y: 40, size: 9, text: 'Register of the moorings' },
  { x: 40, y: 54, size: 5, text: 'For the season to come' },
  ...Array.from({ length: 50 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => ({
      x: 40 + 54 * column,
      y: 80 + 12 * row,
      size: 5,
      text: column === 0 ? `berth${page}x${row}` : `c${page}r${row}k${column}`,
    })),
  ).flat(),
];

test('a table of many columns in small type is read row by row, all of its words on the page or counted', async (t) => {
  const paper = await read(drawPapers([1, 2, 3].map((page) => (context) => write(context, report(page)))));
  const { template, scene } = pageOf(paper);
  t.is(template, 'document');
  const said = textOf(scene);
  t.true(said.includes('Register of the moorings') && said.includes('For the season to come'), said);
  t.true(said.includes('berth1x0') && said.includes('c1r0k9'), said);
  const missing = Number(/\+ ([\d,]+) words/.exec(said)?.[1]?.replace(',', ''));
  const shown = [1, 2, 3].flatMap(report).filter(({ text }) => said.includes(text) && /\d/.test(text));
  const words = [1, 2, 3].flatMap(report).reduce((sum, { text }) => sum + countWords(text), 0);
  const head = countWords('Register of the moorings. For the season to come');
  t.is(head + shown.length + missing, words, said);
  const smallest = Math.min(
    ...scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.size] : [])),
  );
  t.true(smallest >= 12, `${smallest}`);
});

test('file names and document numbers are not titles', async (t) => {
  for (const title of ['doi:10.1000/182', 'harbour_notes_final', 'Layout 1']) {
    const words = [{ x: 50, y: 60, size: 20, text: 'Harbour notes' }, ...prose(12)];
    const { digest } = await read(drawPapers([(context) => write(context, words)], { title }));
    t.is(digest.title, 'Harbour notes', title);
  }
});

const prose = (lines: number): Words[] =>
  Array.from({ length: lines }, (_, line) => ({ x: 50, y: 100 + 16 * line, text: PROSE }));

test('rows of a ticket beside its facts are on the page', async (t) => {
  const { digest, picture } = await read(drawPapers([(context) => write(context, report(1).slice(0, 1))]));
  const rows = [
    ['NB 204', 'New York', 'Lisbon'],
    ['Gate', 'Seat', 'Entitled to'],
    ['30', '10A', ''],
  ];
  const pairs = [
    { key: 'Gate', value: '30' },
    { key: 'Seat', value: '10A' },
  ];
  const table = { kind: 'table' as const, header: null, rows, align: rows.map(() => 'start' as const) };
  const text = rows.flat().join(' ');
  const ticket = {
    ...digest,
    shape: 'ticket' as const,
    title: 'Boarding pass',
    text,
    pairs,
    blocks: [table],
  };
  const { template, scene } = pageOf({ digest: ticket, picture } as Extraction);
  t.is(template, 'ticket');
  const said = textOf(scene);
  for (const word of ['NB 204', 'New York', 'Lisbon', 'Entitled to']) t.true(said.includes(word), said);
});

test('a table of very many columns keeps its rows together, and the words of the other columns are counted', async (t) => {
  const cells = (page: number): Words[] => [
    { x: 40, y: 40, size: 9, text: 'Register of the moorings' },
    ...Array.from({ length: 40 }, (_, row) =>
      Array.from({ length: 22 }, (_, column) => ({
        x: 40 + 24 * column,
        y: 80 + 14 * row,
        size: 4,
        text: column === 0 ? `b${page}x${row}` : `${row + 10}${column + 10}`,
      })),
    ).flat(),
  ];
  const paper = await read(drawPapers([(context) => write(context, cells(1))]));
  const { template, scene } = pageOf(paper);
  t.is(template, 'document');
  const said = textOf(scene);
  for (const row of [0, 1, 2, 3, 4]) t.true(said.includes(`b1x${row}`), said);
  const missing = Number(/\+ ([\d,]+) words/.exec(said)?.[1]?.replace(',', ''));
  const shown = cells(1).filter(({ text }) => said.split(/[\s·]+/u).includes(text));
  t.is(
    missing + shown.length + countWords('Register of the moorings'),
    cells(1).reduce((sum, { text }) => sum + countWords(text), 0),
  );
});
