import test from 'ava';
import jsqr from 'jsqr';
import { loadZxing } from '#shared/zxing.ts';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { createCanvas, PDFDocument, type SKRSContext2D } from '#worker/imaging/canvas.ts';
import { encodePng } from '#worker/imaging/png.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { drawPapers, type Words, write } from './draw-papers.ts';

// Readers have all the time they need on a busy machine.
const extractor = createExtractor({
  sandbox: createSameProcessSandbox(),
  ocr: createOcr({ timeLimitMs: 300_000 }),
});
test.after.always(() => extractor.close());
const { readBarcodes, writeBarcode } = await loadZxing();

// jsqr is CommonJS: Node imports its module object.
const decodeQr = (jsqr as unknown as { default: typeof import('jsqr').default }).default;

type Format = 'QRCode' | 'Aztec' | 'PDF417' | 'Code128' | 'DataMatrix';

async function drawCode(
  context: SKRSContext2D,
  format: Format,
  text: string,
  x: number,
  y: number,
  module: number,
) {
  const { symbol } = await writeBarcode(text, { format, scale: 1, withQuietZones: false });
  for (let row = 0; row < symbol.height; row++) {
    for (let column = 0; column < symbol.width; column++) {
      if (symbol.data[row * symbol.width + column]! < 128)
        context.fillRect(x + column * module, y + row * module, module, module);
    }
  }
}

const TICKET: Words[] = [
  { x: 50, y: 60, size: 22, text: 'Nordbahn' },
  { x: 50, y: 90, text: 'Online ticket' },
  { x: 50, y: 120, text: 'Departure' },
  { x: 200, y: 120, text: '07:53, platform 8' },
  { x: 50, y: 140, text: 'Seat' },
  { x: 200, y: 140, text: '61' },
  { x: 50, y: 170, size: 8, text: 'Passenger' },
  { x: 200, y: 170, size: 8, text: 'Booking code' },
  { x: 50, y: 186, size: 13, text: 'Anna Berg' },
  { x: 200, y: 186, size: 13, text: 'NB-88412' },
];

async function ticketPdf(format: Format, text: string, module: number): Promise<Buffer> {
  const document = new PDFDocument({ title: '' });
  const context = document.beginPage(595, 842) as SKRSContext2D;
  write(context, TICKET);
  await drawCode(context, format, text, 60, 300, module);
  document.endPage();
  return document.close();
}

const CODES: [Format, string, number][] = [
  ['QRCode', 'TKT-2026-11-NB-88412-7', 4],
  ['Aztec', `#UT01008000060001${'Qx7rT9'.repeat(50)}`, 2.4],
  ['PDF417', 'M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100', 2],
  ['Code128', 'NB-4711-0815', 1.6],
  ['DataMatrix', 'HH-CPH-2026-11-28', 4],
];

for (const [format, text, module] of CODES) {
  test(`a ticket with ${format} has its facts, and a code that a telephone can read from the frame`, async (t) => {
    const { digest, picture } = await extractor.digest({
      bytes: await ticketPdf(format, text, module),
      contentType: 'application/pdf',
    });
    t.is(digest.shape, 'ticket');
    t.deepEqual(digest.code, { format, text });
    t.deepEqual(Object.fromEntries(digest.pairs.map(({ key, value }) => [key, value])), {
      Departure: '07:53, platform 8',
      Seat: '61',
      Passenger: 'Anna Berg',
      'Booking code': 'NB-88412',
    });
    const { width, height, data } = picture!;
    const images = { code: { input: encodePng(data, width, height, 3), contentType: 'image/png' } };
    for (const viewport of [
      { width: 800, height: 480 },
      { width: 480, height: 800 },
    ]) {
      const code = { fileId: 'code', width, height };
      const scene = layOutTemplate(
        'ticket',
        { title: 'Nordbahn', code, pairs: digest.pairs },
        viewport,
        'monochrome',
      );
      const input = images.code.input.slice();
      const { raw1 } = await sceneFrames(
        { kind: 'scene', scene, images: { code: { ...images.code, input } } },
        { ...viewport, toneExponent: 1.3, tone: 'auto' },
      );
      const pixels = new Uint8ClampedArray(viewport.width * viewport.height * 4).fill(255);
      for (const [i, level] of unpack(raw1, viewport.width, viewport.height, 1).entries())
        pixels.fill(level, 4 * i, 4 * i + 3);
      const seen = await readBarcodes({ ...viewport, data: pixels } as never, { formats: [format] });
      t.is(seen[0]?.text, text, JSON.stringify(viewport));
      if (format === 'QRCode') t.is(decodeQr(pixels, viewport.width, viewport.height)?.data, text);
    }
  });
}

test('a leaflet with a code is not a ticket', async (t) => {
  const document = new PDFDocument({ title: '' });
  const context = document.beginPage(595, 842) as SKRSContext2D;
  write(context, [{ x: 50, y: 60, size: 20, text: 'Come and plant a tree' }]);
  await drawCode(context, 'QRCode', 'https://trees.example/', 60, 300, 4);
  document.endPage();
  const { digest, picture } = await extractor.digest({
    bytes: document.close(),
    contentType: 'application/pdf',
  });
  t.is(digest.shape, 'document');
  t.is(digest.code?.text, 'https://trees.example/');
  t.true(picture!.width > 300);
});

test('a scan with a stamp and a code is divided between its lines', async (t) => {
  const sheet = createCanvas(1200, 1700);
  const scanned = sheet.getContext('2d');
  scanned.fillStyle = '#f4f2ec';
  scanned.fillRect(0, 0, 1200, 1700);
  scanned.fillStyle = '#222222';
  const text = 'The council met in the small hall and spoke about the old harbour.';
  write(
    scanned,
    Array.from({ length: 20 }, (_, i) => ({ x: 190, y: 210 + 34 * i, size: 24, text })),
  );
  const symbol = createCanvas(120, 120);
  await drawCode(symbol.getContext('2d'), 'QRCode', 'RE-118', 0, 0, 4);
  const bytes = drawPapers([
    (context) => {
      context.drawImage(sheet, 0, 0, 595, 842);
      context.drawImage(symbol, 100, 560);
      write(context, [{ x: 350, y: 620, text: 'Received 23.11.2026' }]);
    },
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.is(digest.code?.text, 'RE-118');
  t.is(digest.image?.scan?.turn, 0);
  const words = digest.image?.cuts?.reduce((sum, cut) => sum + cut.words, 0) ?? 0;
  t.true(words > 150, `${words}`);
});

test('the total of an invoice is not confused with its subtotals', async (t) => {
  const rows: [string, string][] = [
    ['Rechnungsdatum:', '18.11.2026'],
    ['Zwischensumme', '360,00 €'],
    ['MwSt. 19 %', '68,40 €'],
    ['Gesamtbetrag', '428,40 €'],
  ];
  const bytes = drawPapers([
    (context) =>
      write(context, [
        { x: 50, y: 60, text: 'Anna Berg' },
        { x: 50, y: 90, text: 'Rechnung RE-118' },
        ...rows.flatMap(([key, value], i) => [
          { x: 50, y: 120 + 20 * i, text: key },
          { x: 250, y: 120 + 20 * i, text: value },
        ]),
      ]),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.is(digest.title, 'Rechnung RE-118');
  t.deepEqual(digest.total, { key: 'Gesamtbetrag', value: '428,40 €' });
  t.deepEqual(digest.pairs[0], { key: 'Rechnungsdatum', value: '18.11.2026' });
});

test('a receipt has a sum of money rather than points, its lines, and the name of its shop as title', async (t) => {
  const lines = [
    'Store 342',
    '----------------------',
    'Mouse Mat $12.00',
    'SUBTOTAL $12.00',
    '======================',
    'TOTAL $12.99',
    '----------------------',
    'Total Points: 3,247',
    'Receipt required',
  ];
  const bytes = drawPapers([
    (context) =>
      write(context, [
        { x: 50, y: 60, size: 20, text: 'TECHMART' },
        ...lines.map((text, i) => ({ x: 50, y: 90 + 14 * i, text })),
      ]),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.deepEqual(digest.total, { key: 'TOTAL', value: '$12.99' });
  t.is(digest.title, 'TECHMART');
  t.true(digest.text.includes('Mouse Mat $12.00\nSUBTOTAL $12.00'));
  t.notRegex(digest.text, /[-=]{3}/);
});

test('an invoice shows one sum: the total with tax', async (t) => {
  const rows = [
    ['', 'Net', 'Tax', 'Gross'],
    ['Line', '24.99', '5.00', '29.99'],
    ['Total', '24.99', '5.00', '29.99'],
    ['Amount due', '', '', '29.99'],
  ];
  const bytes = drawPapers(
    [
      (context) =>
        write(context, [
          { x: 50, y: 60, text: 'Invoice 2026-118' },
          ...rows.flatMap((row, i) => row.map((text, k) => ({ x: 50 + 110 * k, y: 100 + 20 * i, text }))),
        ]),
    ],
    { title: 'Everything for a smile.' },
  );
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.deepEqual(digest.total, { key: 'Amount due', value: '29.99' });
  t.is(digest.title, 'Invoice 2026-118');
});

test('letters that are drawn several times to make them bold are read once', async (t) => {
  const lines = [
    'Annual report',
    'All of the wool that was sold in the north',
    'Gloves, hats and little woollen balls',
  ];
  const bytes = drawPapers([
    (context) =>
      write(
        context,
        lines.flatMap((text, line) =>
          [0, 1, 2, 3].map((i) => ({ x: 50 + 0.9 * i, y: 60 + 30 * line, text })),
        ),
      ),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.deepEqual(digest.text.split(/\s*\n+\s*/), lines);
});

test('a letter keeps its lines, its date, and the cells of its rows separate', async (t) => {
  const lines = [
    'Grundschule am Park',
    'Parkweg 2',
    '16. November 2026',
    'Liebe Eltern, wir laden herzlich zum Elternabend am Donnerstag um halb acht in den',
    'Raum zwölf ein.',
    '1. Klassenfahrt',
    '2. Mensa',
  ];
  const bytes = drawPapers([
    (context) =>
      write(context, [
        ...lines.map((text, i) => ({ x: 50, y: 60 + 14 * i, text })),
        ...['8:00', 'Mathe', 'Bio'].map((text, i) => ({ x: 50 + 120 * i, y: 200, text })),
        ...['9:50', 'Sport', 'Kunst'].map((text, i) => ({ x: 50 + 120 * i, y: 214, text })),
      ]),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  for (const line of [
    ...lines.slice(0, 3),
    '1. Klassenfahrt',
    '2. Mensa',
    '8:00 · Mathe · Bio',
    '9:50 · Sport · Kunst',
  ])
    t.true(digest.text.split('\n').includes(line), `${line} in ${digest.text}`);
  t.regex(digest.text, /acht in den Raum zwölf ein\./);
});

test('a letter has its subject as title, and its addresses come last', async (t) => {
  const lines = [
    'Town Hall',
    'Park Street 2',
    '',
    'Subject: your son’s school',
    '',
    'Dear Ms Berg,',
    '',
    'please come on Monday.',
  ];
  const words = lines.map((text, i) => ({ x: 50, y: 60 + 14 * i, text }));
  const bytes = drawPapers([(context) => write(context, words)]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.is(digest.title, 'Subject: your son’s school');
  t.deepEqual(
    digest.blocks.map((block) => ('text' in block ? block.text : null)),
    ['Dear Ms Berg,', 'please come on Monday.', 'Town Hall · Park Street 2', 'Subject: your son’s school'],
  );
});

test('columns of running text are read one after the other, rows of cells as a table', async (t) => {
  const left = [
    'The racks were turned at noon,',
    'because the wind came from the',
    'west in all of the valleys and',
    'the plums were dry by night.',
  ];
  const right = [
    'Herons stand still and are very',
    'large, so that a train that goes',
    'past their ponds can count them',
    'as well as any other observer.',
  ];
  const rows = [
    ['Item', 'Amount', 'Price'],
    ['Plums', '', '2.40'],
    ['Racks', '4', '18.00'],
  ];
  const bytes = drawPapers([
    (context) =>
      write(context, [
        ...left.map((text, i) => ({ x: 50, y: 60 + 14 * i, text })),
        ...right.map((text, i) => ({ x: 320, y: 60 + 14 * i, text })),
        ...rows.flatMap((row, i) => row.map((text, k) => ({ x: 50 + 120 * k, y: 220 + 20 * i, text }))),
      ]),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  const [first, second, table] = digest.blocks;
  t.like(first, { kind: 'paragraph', text: left.join(' ') });
  t.like(second, { kind: 'paragraph', text: right.join(' ') });
  t.like(table, { kind: 'table', header: rows[0], rows: rows.slice(1) });
});

test('headers and footers of a paper appear once, and figures are not taken for page headers', async (t) => {
  const LETTERS = [...'abcdefghijklmnop'];
  const read = async (page: (at: number) => Words[]) => {
    const bytes = drawPapers([0, 1, 2].map((at) => (context) => write(context, page(at))));
    return (await extractor.digest({ bytes, contentType: 'application/pdf' })).digest;
  };
  const slip = await read((at) => [
    { x: 50, y: 60, size: 18, text: 'Permission slip' },
    { x: 50, y: 90, text: 'Pupil' },
    { x: 130, y: 90, text: ['Anna', 'Ben', 'Cleo'][at]! },
    { x: 50, y: 104, text: 'may take part in the outing' },
    { x: 50, y: 140, text: 'Signature' },
  ]);
  for (const word of ['Anna', 'Ben', 'Cleo', 'may take part', 'Signature'])
    t.is(slip.text.split(word).length, 2, word);
  const table = await read((at) => [
    ...['Name', 'Town', 'Phone'].map((text, k) => ({ x: 50 + 150 * k, y: 60, text })),
    ...LETTERS.flatMap((letter, i) => [
      { x: 50, y: 80 + 20 * i, text: `Person ${letter}${at}` },
      { x: 200, y: 80 + 20 * i, text: `Town ${at}${letter}` },
      { x: 350, y: 80 + 20 * i, text: `${at}55${100 + i}` },
    ]),
  ]);
  t.like(table.blocks[0], { kind: 'table', header: ['Name', 'Town', 'Phone'] });
  const figures = await read((at) =>
    LETTERS.flatMap((letter, i) =>
      i === 3 + at
        ? [{ x: 50, y: 60 + 20 * i, text: `Subtotal ${letter}` }]
        : [0, 1, 2].map((k) => ({ x: 50 + 80 * k, y: 60 + 20 * i, text: `${at}${10 + i}${k}` })),
    ),
  );
  for (const figure of ['0100', '1100', '2100', '2142']) t.true(figures.text.includes(figure), figure);
  const plan = await read((at) => [
    { x: 50, y: 60, size: 20, text: `Week ${48 + at}` },
    { x: 50, y: 90, text: `Open ${['9-12', '13-17', '18-20'][at]}` },
    ...LETTERS.map((letter, i) => ({
      x: 50,
      y: 120 + 20 * i,
      text: `Dish ${letter}${letter} of ${'xyz'[at]}`,
    })),
    { x: 50, y: 800, text: `Report 2026, page ${at + 1}` },
  ]);
  for (const text of ['Week 48', 'Week 49', 'Week 50', 'Open 9-12', 'Open 13-17', 'Open 18-20', 'page 1'])
    t.is(plan.text.split(text).length, 2, `${text}: weeks and hours are no numbers of pages`);
  t.false(plan.text.includes('page 2'), plan.text);
});

test("a sentence continues over a page's header and footer", async (t) => {
  const parts = ['It was late when the', 'herons came down to the', 'pond and stood there.'];
  const bytes = drawPapers(
    parts.map((text, at) => (context) => {
      if (at > 0) write(context, [{ x: 50, y: 30, text: 'The herons of Lund' }]);
      write(context, [{ x: 50, y: 80, text }]);
      write(context, [{ x: 50, y: 800, text: `Berg and Lund, page ${at + 1}` }]);
    }),
  );
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.true(digest.text.includes(parts.join(' ')), digest.text);
  t.is(digest.text.split('The herons of Lund').length, 2);
});

test('columns of a paper are read one after the other where one of them holds a table', async (t) => {
  const left = [
    'The racks were turned at noon,',
    'because the wind came from the',
    'west in all of the valleys and',
    'the plums were dry by night.',
    'We weighed all of them twice,',
    'and wrote down what was lost.',
  ];
  const rows = [
    ['Valley', 'Wind', 'Rate'],
    ['North', '1.2', '0.9'],
    ['West', '4.6', '1.8'],
    ['South', '2.0', '1.1'],
    ['East', '3.1', '1.4'],
  ];
  const bytes = drawPapers([
    (context) => {
      write(context, [
        {
          x: 50,
          y: 40,
          text: 'On the drying of plums in three valleys, and what the wind has to do with it',
        },
      ]);
      write(
        context,
        left.map((text, i) => ({ x: 50, y: 80 + 14 * i, text })),
      );
      write(context, [{ x: 320, y: 80, text: 'The table lists all the rates.' }]);
      write(
        context,
        rows.flatMap((row, i) => row.map((text, k) => ({ x: 320 + 60 * k, y: 108 + 14 * i, text }))),
      );
    },
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  const [, first, lead, table] = digest.blocks;
  t.like(first, { kind: 'paragraph', text: left.join(' ') });
  t.like(lead, { kind: 'paragraph', text: 'The table lists all the rates.' });
  t.like(table, { kind: 'table', header: rows[0], rows: rows.slice(1) });
});

test('cells of a table are separate even if one ends close to the next', async (t) => {
  const rows = [
    ['Week', 'Stairs', 'Cellar', 'Bins'],
    ['48', 'Berg', 'Okafor Lind', 'Kohl'],
    ['49', 'Okafor Lind', 'Kohl', 'Berg'],
    ['50', 'Kohl', 'Berg', 'Okafor Lind'],
    ['51', 'Meyer', 'Berg', 'Kohl'],
    ['52', 'Berg', 'Meyer', 'Okafor Lind'],
  ];
  const places = [58, 92, 151, 210];
  const bytes = drawPapers([
    (context) =>
      write(
        context,
        rows.flatMap((row, i) =>
          row.map((text, k) => ({ x: i > 0 && k === 0 ? 78.5 : places[k]!, y: 60 + 13 * i, size: 10, text })),
        ),
      ),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.like(digest.blocks, [{ kind: 'table', header: rows[0], rows: rows.slice(1) }]);
});

test("sentences continue on the next page without the page's number and header in them", async (t) => {
  const page = (number: number, text: string) => (context: SKRSContext2D) =>
    write(context, [
      { x: 50, y: 40, size: 9, text: 'Journal of Plums 12' },
      { x: 50, y: 300, text },
      { x: 290, y: 810, size: 9, text: String(number) },
    ]);
  const bytes = drawPapers([
    page(1, 'The racks were turned at noon, because the wind'),
    page(2, 'came from the west.'),
    page(3, 'Nothing else was changed.'),
  ]);
  const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.is(
    digest.text,
    'The racks were turned at noon, because the wind came from the west.\n\nNothing else was changed.',
  );
});

for (const title of [
  '(anonymous)',
  'Microsoft Word - Brief.docx',
  'scan_20261103_142233',
  '10811.exe',
  'PowerPoint Presentation',
  'Adobe Photoshop PDF',
]) {
  test(`the heading on the page replaces the title "${title}"`, async (t) => {
    const words = [
      { x: 50, y: 60, size: 24, text: 'Sommerfest' },
      { x: 50, y: 120, text: 'Am 19. Juni feiern wir im Hof, und alle bringen etwas mit.' },
    ];
    const bytes = drawPapers([(context) => write(context, words)], { title });
    const { digest } = await extractor.digest({ bytes, contentType: 'application/pdf' });
    t.is(digest.title, 'Sommerfest');
  });
}

test('slides are recognized by their shape, and an empty first page gives no picture', async (t) => {
  const draw = (context: SKRSContext2D) =>
    write(context, [{ x: 90, y: 200, size: 40, text: 'Tides in 16 kB' }]);
  const slides = drawPapers([draw, draw], { width: 842, height: 474 });
  const found = await extractor.digest({ bytes: slides, contentType: 'application/pdf' });
  t.is(found.digest.shape, 'slides');
  t.is(found.digest.title, 'Tides in 16 kB');
  const empty = drawPapers([() => {}, draw]);
  t.is((await extractor.digest({ bytes: empty, contentType: 'application/pdf' })).picture, null);
});

test('a pass has its own words as title, and a label without a value does not get that of another', async (t) => {
  const document = new PDFDocument({ title: 'TP Boarding Pass PDF' });
  const context = document.beginPage(595, 842) as SKRSContext2D;
  const columns = ['Departure', 'Boarding', 'Gate', 'Seat', 'Entitled to'];
  const values = ['23:30', '22:45', '30', '10A'];
  write(context, [
    { x: 50, y: 60, size: 22, text: 'Boarding pass' },
    { x: 50, y: 120, size: 12, text: 'NB 204' },
    { x: 200, y: 120, size: 12, text: 'New York' },
    { x: 400, y: 120, size: 12, text: 'Lisbon' },
    ...columns.map((text, at) => ({ x: 50 + 100 * at, y: 160, size: 7, text })),
    ...values.map((text, at) => ({ x: 50 + 100 * at, y: 173, size: 9, text })),
  ]);
  await drawCode(
    context,
    'PDF417',
    'M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100',
    60,
    300,
    2,
  );
  document.endPage();
  const { digest } = await extractor.digest({ bytes: document.close(), contentType: 'application/pdf' });
  t.like(digest, { shape: 'ticket', title: 'Boarding pass' });
  t.deepEqual(
    digest.pairs.map(({ key, value }) => `${key} ${value}`),
    ['Departure 23:30', 'Boarding 22:45', 'Gate 30', 'Seat 10A'],
  );
});

test('the sum of an invoice includes tax, whatever is below it', async (t) => {
  const totalIn = async (lines: [string, string][]) => {
    const words = [
      { x: 50, y: 60, size: 20, text: 'Rechnung 2026-14' },
      ...lines.flatMap(([key, value], at) => [
        { x: 50, y: 120 + 30 * at, text: key },
        { x: 400, y: 120 + 30 * at, text: value },
      ]),
    ];
    const bytes = drawPapers([(context) => write(context, words)]);
    return (await extractor.digest({ bytes, contentType: 'application/pdf' })).digest.total?.value;
  };
  t.is(
    await totalIn([
      ['Rechnungssumme ohne USt.', '16,90'],
      ['Steuerbetrag', '1,18'],
      ['Bruttosumme', '18,08'],
    ]),
    '18,08',
  );
  t.is(
    await totalIn([
      ['Total TTC', '120,00'],
      ['Total HT', '100,00'],
    ]),
    '120,00',
  );
  t.is(
    await totalIn([
      ['Totalt inkl. mva', '125,00'],
      ['Totalt uten mva', '100,00'],
    ]),
    '125,00',
  );
  t.is(
    await totalIn([
      ['Total HT', '100,00'],
      ['NET A PAYER', '120,00'],
    ]),
    '120,00',
  );
  // A discount in a sum is not tax, and some invoices have no tax.
  t.is(await totalIn([['Rechnungsbetrag ohne Abzug', '119,00']]), '119,00');
  t.is(await totalIn([['Gesamtbetrag ohne Umsatzsteuer', '60,00']]), '60,00');
  t.is(
    await totalIn([
      ['Gross total', '500.00'],
      ['Amount due net of deposit', '400.00'],
    ]),
    '400.00',
  );
});

test('a text layer in the wrong script, from fonts without a Unicode map, is not used', async (t) => {
  const lines = [
    'Y%S ,xld m%cd;dka;%sl iudcjd§ ckrcfha',
    'm%isoaO ksjdvq Èk i|yd m%ldYh',
    'wOHdmk wud;HdxYh m%fõY m;% úNd.h',
  ];
  const words = lines.map((text, at) => ({ x: 50, y: 60 + 24 * at, text }));
  const bytes = drawPapers([(context) => write(context, words)], { title: '' });
  const { digest, picture } = await extractor.digest({ bytes, contentType: 'application/pdf' });
  t.like(digest, { shape: 'slides', text: '', title: null });
  t.truthy(picture);
  // Percentages and addresses are words.
  const prose = [
    'About 100% of them, 5%–10% more than in May.',
    'See https://example.org/a%20b%2Fc%C3%BC for all of it,',
    'and write to us by the end of the week.',
  ].map((text, at) => ({ x: 50, y: 60 + 24 * at, text }));
  const plain = await extractor.digest({
    bytes: drawPapers([(context) => write(context, prose)]),
    contentType: 'application/pdf',
  });
  t.true(plain.digest.text.includes('end of the week'));
});
