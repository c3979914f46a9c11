import test from 'ava';
import { loadZxing } from '#shared/zxing.ts';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor, type Extraction } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { pdfBlocks } from '#worker/extract/pdf-blocks.ts';
import { totalOf } from '#worker/extract/pdf-kind.ts';
import { isVertical, layHorizontally } from '#worker/extract/pdf-vertical.ts';
import { realTitle } from '#worker/extract/real-title.ts';
import { squeezeGaps } from '#worker/extract/squeeze-gaps.ts';
import type { SKRSContext2D } from '#worker/imaging/canvas.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of its material.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, pdf, request } from '../../modules/library/planners/material.ts';
import { drawPapers, type Words, write } from './draw-papers.ts';

// Readers have all the time they need on a busy machine.
const extractor = createExtractor({
  sandbox: createSameProcessSandbox(),
  ocr: createOcr({ timeLimitMs: 300_000 }),
});
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };

const UPRIGHT_SHEET = { width: 595, height: 842 };

const read = (
  words: Words[],
  more: (context: SKRSContext2D) => void = () => {},
  title = '',
  sheet = UPRIGHT_SHEET,
) =>
  extractor.digest({
    bytes: drawPapers(
      [
        (context) => {
          more(context);
          write(context, words);
        },
      ],
      { title, ...sheet },
    ),
    contentType: 'application/pdf',
  });

function pageOf({ digest, picture }: Extraction) {
  const imageSize = picture && { width: picture.width, height: picture.height };
  const asset = { ...pdf(''), digest, filename: 'paper.pdf', imageId: picture && 'p', imageSize };
  const routing = { kind: 'output' as const, viewport: PANEL };
  const { template, parameters } = actionsOf(planByRules(request([content([asset])], { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
  return { template, scene, said: textOf(scene) };
}

const textOf = (scene: Scene) =>
  scene.elements
    .flatMap((one) => (one.type === 'text' ? [one.properties.text] : []))
    .join(' ')
    .replace(/\s+/gu, ' ');

async function drawQr(text: string): Promise<(context: SKRSContext2D) => void> {
  const { writeBarcode } = await loadZxing();
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale: 1, withQuietZones: false });
  return (context) => {
    for (const [at, code] of symbol.data.entries()) {
      if (code >= 128) continue;
      context.fillRect(300 + 4 * (at % symbol.width), 500 + 4 * Math.floor(at / symbol.width), 4, 4);
    }
  };
}

test('row and seat are above the other lines of a ticket, of which the day is the first', async (t) => {
  const words = [
    { x: 50, y: 60, size: 26, text: 'Northern Ensemble' },
    { x: 50, y: 90, size: 12, text: 'Winter concert with works by many composers of the north and the east' },
    { x: 50, y: 120, size: 12, text: 'Doors 18:45, concert 19:30, venue Great Hall' },
    ...['Row', 'Seat', 'Price'].map((text, i) => ({ x: 50 + 80 * i, y: 160, size: 8, text })),
    ...['9', '17', '£38.00'].map((text, i) => ({ x: 50 + 80 * i, y: 178, size: 16, text })),
    { x: 50, y: 230, size: 12, text: 'Admission only with this ticket. No refunds, no exchange of dates.' },
    { x: 50, y: 290, size: 12, text: 'The hall has no cloakroom. Coats and bags are kept at the entrance.' },
  ];
  const { template, said } = pageOf(await read(words, await drawQr('TKT-8841')));
  t.is(template, 'ticket');
  t.true(said.startsWith('Northern Ensemble Row 9 Seat 17 Price £38.00 Doors 18:45'), said);
});

test('the label of a parcel has its redrawn code beside its addresses and facts', async (t) => {
  const label = [
    { x: 50, y: 60, size: 24, text: 'Pakketo Express' },
    { x: 50, y: 100, text: 'From: Bookshop, Market 3' },
    { x: 50, y: 140, size: 16, text: 'To: Anna Berg, Lime Road 7' },
    ...['Weight', 'Parcel', 'Order'].map((text, i) => ({ x: 50 + 100 * i, y: 190, text })),
    ...['1.8 kg', '1 / 1', 'LZ-20'].map((text, i) => ({ x: 50 + 100 * i, y: 206, text })),
    { x: 50, y: 280, size: 40, text: '24-07' },
  ];
  const { template, said } = pageOf(await read(label, await drawQr('00340434161094022115')));
  t.is(template, 'ticket');
  t.true(said.startsWith('Pakketo Express'), said);
  for (const words of ['Anna Berg, Lime Road 7', 'Weight 1.8 kg', '24-07'])
    t.true(said.includes(words), said);
});

test('vertical Japanese is read in lines from right to left', (t) => {
  const lines = [
    '山の端に月が出て、庭の虫が鳴きはじめた。祖母は',
    '縁側に座り、黙って茶を飲んでいた。町の灯が遠く',
  ];
  const letters = lines.flatMap((line, column) =>
    [...line].map((str, row) => {
      const transform = [14, 0, 0, 14, 400 - 28 * column, 700 - 14 * row];
      return { str, transform, width: 14, height: 14 };
    }),
  );
  t.true(isVertical(letters));
  t.deepEqual(pdfBlocks([layHorizontally(letters)]).blocks, [{ kind: 'paragraph', text: lines.join('') }]);
  t.false(isVertical(letters.map((run) => ({ ...run, transform: run.transform.with(5, 700) }))));
});

test('a poster on a light colour has its words beside its picture', async (t) => {
  const words = [
    { x: 150, y: 120, size: 60, text: 'Flea market' },
    { x: 180, y: 420, size: 24, text: 'Saturday the fifth of December' },
    { x: 200, y: 600, size: 9, text: 'Tables can be booked at the school office' },
  ];
  const paint = (context: SKRSContext2D) => {
    context.fillStyle = '#f4d35e';
    context.fillRect(0, 0, 595, 842);
    context.fillStyle = '#000000';
  };
  const { template, said } = pageOf(await read(words, paint, 'Unbenannt-1'));
  t.is(template, 'document');
  t.true(said.includes('Tables can be booked') && !said.includes('Unbenannt'), said);
});

const TOTALS: [name: string, rows: string[][], total: { key: string; value: string }][] = [
  [
    'Jahresabrechnung Strom 2026',
    [
      ['Summe brutto', '564,32 €'],
      ['Ihr Guthaben', '85,68 €'],
    ],
    { key: 'Ihr Guthaben', value: '85,68 €' },
  ],
  [
    'Rechnung R-17',
    [
      ['USt. (19 %)', '16,61 €'],
      ['Brutto', '104,00 €'],
    ],
    { key: 'Brutto', value: '104,00 €' },
  ],
  [
    'Rechnung TX-47',
    [
      ['Gesamtbetrag der Abschläge', '-0,00'],
      ['Bruttosumme', '18,08'],
      ['Gesamtbetrag der Zuschläge', '0,00'],
    ],
    { key: 'Bruttosumme', value: '18,08' },
  ],
  [
    'Facture F-27',
    [
      ['Référence', 'Livraison', 'Moyen', 'Compte'],
      ['Échéance', '30/01/2019', 'NET A PAYER', '100,00 EUR'],
    ],
    { key: 'NET A PAYER', value: '100,00 EUR' },
  ],
  [
    'Entgeltabrechnung November 2026',
    [
      ['Gesamtbrutto', '4.362,97'],
      ['Auszahlungsbetrag', '2.759,06'],
    ],
    { key: 'Auszahlungsbetrag', value: '2.759,06' },
  ],
];

for (const [name, rows, total] of TOTALS) {
  test(`the total on ${name} is found`, async (t) => {
    const cells = rows.flatMap((row, at) =>
      row.map((text, i) => ({ x: 50 + 130 * i, y: 160 + 22 * at, text })),
    );
    const { digest } = await read([{ x: 50, y: 60, size: 20, text: name }, ...cells]);
    t.deepEqual(digest.total, total);
    t.is(digest.title, name);
  });
}

test('the total of a Japanese invoice is found', (t) => {
  const text = 'ご請求金額　¥ 187,000（税込）';
  const total = totalOf(`請求書\n${text}`, [], [{ kind: 'paragraph', text }]);
  t.deepEqual(total, { key: 'ご請求金額', value: '¥ 187,000' });
});

test('note marks after the names of authors are on the line of the names', async (t) => {
  const { digest } = await read([
    { x: 50, y: 60, size: 18, text: 'On the tides of the sound' },
    ...['*', '+', '#'].map((text, i) => ({ x: 112 + 70 * i, y: 92, size: 7, text })),
    ...['Anna Berg', ', Tom Holm', ', Lena Marsh'].map((text, i) => ({ x: 56 + 70 * i, y: 96, text })),
  ]);
  t.true(digest.text.includes('Anna Berg, Tom Holm, Lena Marsh'), digest.text);
  t.false(/[*+#]/u.test(digest.text), digest.text);
});

test('wrongly encoded letters of a decorative font are not a title', (t) => {
  t.is(realTitle('[ÉÇÉÜtuÄx VöÅtÜt wx W|ÑâàtwÉá'), null);
  for (const title of ['Überblick der Ämter', 'iPhone und McÉlan', 'ÄRZTE UND ÖFFNUNGSZEITEN'])
    t.is(realTitle(title), title);
});

test('letters that are numbers of glyphs have no language, and capitals have one', async (t) => {
  const said =
    'The tenant keeps the house in good repair and pays the rent before the third day of every month.';
  const shifted = said.replace(/[a-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 29));
  const languageOf = async (text: string) => {
    const lines = Array.from({ length: 8 }, (_, at) => ({ x: 40, y: 60 + 20 * at, size: 9, text }));
    return (await read(lines)).digest.language;
  };
  t.is(await languageOf(shifted), null);
  t.is(await languageOf(said.toUpperCase()), 'en');
});

test('a band with only a vertical rule is reduced like an empty one', (t) => {
  const [width, height] = [100, 300];
  const data = new Uint8Array(3 * width * height).fill(255);
  for (let y = 0; y < height; y++) data.fill(0, 3 * (y * width + 10), 3 * (y * width + 11));
  for (let x = 0; x < width; x += 2) data.fill(0, 3 * (200 * width + x), 3 * (200 * width + x + 1));
  const { page, rows } = squeezeGaps({ data, width, height, left: 0, top: 0 }, 20);
  t.true(page.height < 50, `${page.height}`);
  t.is(page.data[3 * ((rows[200] ?? 0) * width + 2)], 0);
  // A solid area is not a band with rules.
  const solid = new Uint8Array(3 * width * height).fill(0);
  t.is(squeezeGaps({ data: solid, width, height, left: 0, top: 0 }, 20).page.height, height);
});

test('a heading that contains the title in the file is the title', async (t) => {
  const words = [
    { x: 50, y: 60, size: 20, text: 'Minutes of the allotment society' },
    { x: 50, y: 100, text: 'The pump was repaired, and the water is turned off in December.' },
  ];
  for (const title of ['Minutes', 'Folie 1'])
    t.is((await read(words, undefined, title)).digest.title, 'Minutes of the allotment society', title);
});

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

test('a plan in small type is read by the rules between its rows, and shown day by day', async (t) => {
  const lines = (y: number, first: string, then: string) =>
    DAYS.flatMap((day, i) => [
      { x: 160 + 130 * i, y, size: 10, text: `${first} of ${day}` },
      { x: 160 + 130 * i, y: y + 12, size: 10, text: then },
    ]);
  const words = [
    { x: 40, y: 60, size: 18, text: 'Canteen in week 49' },
    ...DAYS.map((text, i) => ({ x: 160 + 130 * i, y: 100, size: 10, text })),
    { x: 40, y: 125, size: 10, text: 'Menu 1' },
    ...lines(125, 'Beef stew', 'with dumplings £6.40'),
    { x: 40, y: 160, size: 10, text: 'Menu 2' },
    { x: 40, y: 172, size: 10, text: 'vegetarian' },
    ...lines(160, 'Lentil curry', 'with brown rice £4.60'),
  ];
  const rule = (context: SKRSContext2D) => {
    for (const y of [86, 108, 143, 178]) context.fillRect(36, y, 780, 0.4);
  };
  const paper = await read(words, rule, '', { width: 842, height: 595 });
  const table = paper.digest.blocks.find((block) => block.kind === 'table');
  t.deepEqual(table, {
    kind: 'table',
    header: ['', 'Menu 1', 'Menu 2 vegetarian'],
    rows: DAYS.map((day) => [
      day,
      `Beef stew of ${day} with dumplings £6.40`,
      `Lentil curry of ${day} with brown rice £4.60`,
    ]),
    align: ['start', 'start', 'start'],
  });
  t.is(pageOf(paper).template, 'document');
});

test('a table of many narrow columns with rules is set again in larger type', async (t) => {
  const columns = [40, 200, 290, 380, 420, 460, 500, 540, 700];
  const rows = [
    ['Medicine', 'Dose', 'Form', 'M', 'N', 'E', 'B', 'Advice', 'Reason'],
    ['Ramipril', '5 mg', 'tablet', '1', '0', '0', '0', 'before breakfast', 'pressure'],
    ['Metformin', '850 mg', 'tablet', '1', '0', '1', '0', 'with a meal', 'diabetes'],
    ['Simvastatin', '20 mg', 'tablet', '0', '0', '1', '0', 'in the evening', 'cholesterol'],
    ['Thyroxine', '75 µg', 'tablet', '1', '0', '0', '0', 'half an hour before', 'thyroid'],
    ['Metamizole', '500 mg', 'drops', '20', '0', '20', '0', 'if needed', 'pain'],
  ];
  const words = [
    { x: 40, y: 60, size: 18, text: 'Plan of medicines' },
    ...rows.flatMap((row, at) =>
      row.map((text, column) => ({ x: columns[column]!, y: 100 + 24 * at, size: 9, text })),
    ),
  ];
  const rules = (context: SKRSContext2D) => {
    for (let at = 0; at <= rows.length; at++) context.fillRect(36, 84 + 24 * at, 780, 0.3);
  };
  const { template, said } = pageOf(await read(words, rules, '', { width: 842, height: 595 }));
  t.is(template, 'document');
  for (const word of ['Metformin', '850 mg', 'with a meal', 'cholesterol']) t.true(said.includes(word), said);
});

test('a wide table has room for more rows without the notes below them, which are counted', async (t) => {
  const { digest } = await read([{ x: 50, y: 60, size: 20, text: 'Statement' }]);
  const rows = Array.from({ length: 8 }, (_, i) => [`${i + 1} November`, 'Payment', `${i}1.00`]);
  const notes = rows.map(
    (_, i) => `Reference K7XQ2M${i} for the contract of the year before the last and the year after it`,
  );
  const table = { kind: 'table' as const, header: ['Day', 'Kind', 'Sum'], rows, align: [], notes };
  const text = [...rows.flat(), ...notes].join(' ');
  const { said } = pageOf({ digest: { ...digest, blocks: [table], text }, picture: null });
  t.true(said.includes('8 November') && !said.includes('K7XQ2M0'), said);
  t.true(/continues · \+ \d+ words/.test(said), said);
});
