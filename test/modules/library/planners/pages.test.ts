import test from 'ava';
import { type About, blankAbout } from '#worker/extract/about.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of its material.
import type {
  PlannedAsset,
  PlannedContent,
  PlanRequest,
} from '../../../../modules/library/planners/planner.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import {
  actionsOf,
  article,
  bareLink,
  content,
  display,
  json,
  pdf,
  photo,
  pushed,
  request,
  text,
  VIEWPORT,
} from './material.ts';

const LONG =
  'The harbour has been closed to cars since Monday, and the first week surprised everybody. '.repeat(40);

function page(contents: PlannedContent[], more: Partial<PlanRequest> = {}) {
  const plan = planByRules(request(contents, { displays: [display('Wall')], ...more }));
  const [action] = actionsOf(plan);
  return { ...action, parameters: action?.parameters as Record<string, any> };
}

test('one photo is shown unchanged, with the words beside it', (t) => {
  const { template, parameters, title } = page([content([photo('f1'), text('Morning at the lake')])]);
  t.is(template, 'photo');
  t.is(title, 'Morning at the lake');
  t.deepEqual(parameters, {
    image: { fileId: 'f1', width: 1200, height: 800, kind: 'photo' },
    caption: 'Morning at the lake',
    language: 'en',
  });
});

test('the title of a photo comes from its file name, not from text recognised in it', (t) => {
  t.is(page([content([photo('f1', { text: 'oyAa' })])]).title, 'IMG 0042');
  const unnamed = { ...photo('f1'), filename: 'push.jpg' };
  t.is(page([content([unnamed])]).title, 'Friday, 20 November');
});

test('the title of a list on a web page is that of the page', (t) => {
  const shopping = text('Ingredients:\n\n- Flour\n- Butter\n- Apples');
  const digest = { ...shopping.digest, title: 'Apple cake', siteName: 'kitchen.example' };
  t.is(page([content([{ ...shopping, type: 'link', digest }])]).parameters.title, 'Apple cake');
});

test('several photos make a gallery of at most nine, with the number of further ones and all words', (t) => {
  const many = Array.from({ length: 12 }, (_, index) => photo(`f${index}`));
  const { template, parameters } = page([content([...many, text('At the lake')], { title: 'A week' })]);
  t.is(template, 'gallery');
  t.is(parameters.images.length, 9);
  t.like(parameters, { title: 'A week', caption: 'At the lake', more: 3 });
});

test('the analysis of a picture decides how it is shown', (t) => {
  const shown = (image: object) => {
    const asset = photo('f1');
    const digest = { ...asset.digest, image: { ...asset.digest.image!, ...image } };
    return page([content([{ ...asset, digest }])]).parameters.image;
  };
  const focus = { x: 300, y: 100, width: 200, height: 250, faces: true };
  t.like(shown({ focus }), { kind: 'photo', focus });
  t.like(shown({ photographic: false }), { kind: 'drawing' });
  t.like(shown({ photographic: false, scan: { turn: -125 } }), { kind: 'scan', turn: -125 });
});

test('a shopping list keeps its items, ticks and title', (t) => {
  const { template, parameters, title } = page([
    content([text('Shopping:\n\n- [x] Milk\n- [ ] Eggs\n- [ ] Bread')]),
  ]);
  t.is(template, 'list');
  t.is(title, 'Shopping');
  t.deepEqual(parameters.items, [
    { text: 'Milk', when: null, done: true },
    { text: 'Eggs', when: null, done: false },
    { text: 'Bread', when: null, done: false },
  ]);
});

test('a note with a list in it keeps every word', (t) => {
  const { template, parameters, title } = page([
    content([
      text('Party on Saturday\n\n- plates\n- cups\n- a chair\n\nWe begin at eight. Call me if you are late.'),
    ]),
  ]);
  t.is(template, 'note');
  t.is(title, 'Party on Saturday');
  t.deepEqual(parameters.blocks, [
    { kind: 'item', text: 'plates' },
    { kind: 'item', text: 'cups' },
    { kind: 'item', text: 'a chair' },
    { kind: 'paragraph', text: 'We begin at eight. Call me if you are late.' },
  ]);
});

test('the title of a list has that of the content and the heading above the list', (t) => {
  const { template, parameters } = page([
    content([text('# Weekend\n\nTo do:\n\n- [x] Mow the lawn\n- [ ] Bake\n- [ ] Rest')]),
  ]);
  t.is(template, 'list');
  t.is(parameters.title, 'Weekend · To do');
});

test('an agenda keeps its times', (t) => {
  const { template, parameters } = page([content([text('- 9:00 Stand-up\n- 10:30 Dentist\n- 12:15 Lunch')])]);
  t.is(template, 'list');
  t.deepEqual(
    parameters.items.map(({ when }: { when: string }) => when),
    ['9:00', '10:30', '12:15'],
  );
});

function calendarPage(events: string[], timeZone: string) {
  const bodies = events.map((lines, index) => `BEGIN:VEVENT\r\nUID:${index}\r\n${lines}\r\nEND:VEVENT`);
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...bodies, 'END:VCALENDAR'].join('\r\n');
  const { parameters } = page([content([pushed(file)])], { timeZone });
  const scene = layOutTemplate('agenda', parameters as never, VIEWPORT, 'monochrome');
  return scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
}

test('a calendar is shown in the time zone of its reader, or else in that of the calendar', (t) => {
  const lesson = 'DTSTART;TZID=Asia/Tokyo:20261124T190000\r\nSUMMARY:Lesson';
  t.true(calendarPage([lesson], 'Europe/Oslo').includes('11:00'));
  t.true(calendarPage([lesson], 'UTC').includes('19:00'));
});

test('a page uses the time zone of its display, where the owner has set one', (t) => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART:20261122T170000Z',
    'SUMMARY:Call',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const planRequest = request([content([pushed(file.join('\n'))])], {
    displays: [display('Kitchen'), display('Grandma', { timeZone: 'America/New_York' })],
    routing: { kind: 'all' },
  });
  const zones = actionsOf(planByRules(planRequest)).map(
    ({ parameters }) => (parameters as { timeZone: string }).timeZone,
  );
  t.deepEqual(zones, ['Europe/Oslo', 'America/New_York']);
});

test('a word that is too long for every size does not make other text smaller', (t) => {
  const { parameters } = page([content([pushed(`The key: ${'a'.repeat(240)}`)])]);
  const scene = layOutTemplate('note', parameters as never, VIEWPORT, 'monochrome');
  const texts = scene.elements.flatMap((one) => (one.type === 'text' ? [one] : []));
  t.is(new Set(texts.map(({ frame }) => frame.x)).size, 1, 'it stands in one column');
  t.true(texts.every(({ properties }) => properties.size > 22));
});

test('an agenda has events that began before today and still last, and marks cancelled ones', (t) => {
  const shown = calendarPage(
    [
      'DTSTART;VALUE=DATE:20261117\r\nDTEND;VALUE=DATE:20261123\r\nSUMMARY:Holiday',
      'DTSTART;VALUE=DATE:20261118\r\nDTEND;VALUE=DATE:20261120\r\nSUMMARY:Fair',
      'DTSTART:20261124T180000Z\r\nSUMMARY:Choir\r\nSTATUS:CANCELLED',
    ],
    'UTC',
  );
  t.true(shown.includes('Holiday') && !shown.includes('Fair'));
  t.true(shown.includes('18:00 · Cancelled'));
  t.true(shown.includes('+ 1 more'));
});

test('an agenda of months fills its page', (t) => {
  const days = ['1121', '1128', '1205', '1206', '1212', '1213', '1219', '1220', '1226', '1227'];
  const games = days.map(
    (day) =>
      `DTSTART;VALUE=DATE:2026${day}\r\nSUMMARY:Game of ${day} at home\r\nDESCRIPTION:Meet three quarters of an hour before the game begins, please`,
  );
  const shown = calendarPage(games, 'UTC').filter((words) => words.startsWith('Game'));
  t.true(shown.length >= 6, shown.join());
});

test('tabular data becomes a table', (t) => {
  const { template, parameters } = page([content([json({ 'wind speed': '12 km/h', humidity: '81 %' })])]);
  t.is(template, 'table');
  t.deepEqual(parameters.pairs[0], { key: 'wind speed', value: '12 km/h' });
});

test('a quotation has its author', (t) => {
  const { template, parameters } = page([
    content([text('“The best way out is always through.” — Robert Frost')]),
  ]);
  t.is(template, 'quotation');
  t.is(parameters.attribution, 'Robert Frost');
});

test('the page of an article has its summary, source, picture and QR code', (t) => {
  const { template, parameters, title } = page([content([article(LONG, {}, 'lead')])]);
  t.is(template, 'article');
  t.is(title, 'A harbour without cars');
  t.is(parameters.url, 'https://gazette.example/harbour');
  t.is(parameters.siteName, 'The Gazette');
  t.is(parameters.date, '19 November 2026');
  t.deepEqual(parameters.image, { fileId: 'lead', width: 900, height: 600 });
  t.true(parameters.blocks.length > 0);
});

test('a note beside a link is on the page unchanged, above the summary of the article', (t) => {
  const { template, parameters, title } = page([content([text('For Sunday, shall we?'), article(LONG)])]);
  t.is(template, 'article');
  t.is(title, 'A harbour without cars');
  t.is(parameters.note, 'For Sunday, shall we?');
});

test('a link that could not be read is shown with its QR code', (t) => {
  const { template, parameters } = page([content([bareLink('https://example.org/a?b=c')])]);
  t.is(template, 'link');
  t.is(parameters.url, 'https://example.org/a?b=c');
});

test('a page of a PDF has its text, and its first page beside a short text', (t) => {
  const { template, parameters, title } = page([content([pdf(LONG)])]);
  t.is(template, 'document');
  t.is(title, 'Survey');
  t.like(parameters, { kind: 'PDF', pages: 12, footer: 'survey.pdf' });
  t.deepEqual(parameters.blocks, [{ kind: 'paragraph', text: LONG.trim() }]);
  const { parameters: few } = page([content([pdf('Plums dry best in the wind.')])]);
  t.like(few, { image: { fileId: 'first-page' } });
});

test('a photograph beside a PDF keeps its place, and all of the text stands beside it', (t) => {
  for (const paper of [pdf(LONG), { ...pdf(LONG), type: 'link' as const }]) {
    const { template, parameters } = page([content([photo('mine'), paper])]);
    t.is(template, 'document');
    t.like(parameters, { title: 'Survey', photo: { fileId: 'mine' } });
    const shownText = parameters.blocks.map(({ text }: { text: string }) => text).join('\n');
    t.is(shownText, LONG.trim());
  }
  const slides = pdf(LONG);
  const deck = { ...slides, digest: { ...slides.digest, shape: 'slides' as const } };
  t.is(page([content([photo('mine'), deck])]).template, 'digest');
});

test('a table whose cells are too long or too many for rows keeps every word', (t) => {
  const paper = pdf('Plums');
  const long = LONG.slice(0, 600).trim();
  const many = Array.from({ length: 31 }, (_, index) => `c${index}`);
  const table = { kind: 'table', header: null, rows: [['Terms', long], many], align: [] } as const;
  const digest = { ...paper.digest, blocks: [table as never] };
  const { template, parameters } = page([content([{ ...paper, digest }])]);
  t.is(template, 'document');
  const texts = parameters.blocks.map(({ text }: { text: string }) => text);
  t.deepEqual(texts, ['Terms', long, ...many]);
});

test('a PDF without text is shown as its first page', (t) => {
  const drawn = pdf('');
  const { template, parameters } = page([
    content([{ ...drawn, digest: { ...drawn.digest, title: null, blocks: [] }, filename: 'push.pdf' }]),
  ]);
  t.is(template, 'slides');
  t.like(parameters, { image: { fileId: 'first-page' }, footer: undefined });
});

test('an empty file is shown by its name', (t) => {
  const empty = pdf('');
  const digest = { ...empty.digest, title: null, blocks: [] };
  const { parameters } = page([content([{ ...empty, digest, imageId: null, filename: 'school-trip.pdf' }])]);
  t.like(parameters, { title: 'school trip', footer: 'school-trip.pdf' });
});

test('a few words become a poster, more become a note of any length', (t) => {
  t.is(page([content([text('On air')])]).template, 'headline');
  const note = page([
    content([text('Dear neighbours,\n\nthe water is off on Tuesday. Please fill a bucket.')]),
  ]);
  t.is(note.template, 'note');
  t.is(page([content([text(LONG.repeat(5))])]).template, 'note');
  t.like(page([content([text(LONG)])]), { template: 'note', parameters: { text: LONG.trim() } });
});

test('several contents become a digest, several lines a list', (t) => {
  const things = page([
    content([article(LONG)]),
    content([pdf(LONG)]),
    content([text(LONG)], { title: 'Mine' }),
  ]);
  t.is(things.template, 'digest');
  t.is(things.title, 'Friday, 20 November');
  const titles = things.parameters.items.map(({ title }: { title: string }) => title);
  t.deepEqual(titles, ['A harbour without cars', 'Survey', 'Mine']);
  const lines = page(['Buy milk', 'Call Anna'].map((line) => content([text(line)])));
  t.is(lines.template, 'list');
});

test('a history page is newest first, with at most six contents', (t) => {
  const contents = Array.from({ length: 9 }, (_, index) =>
    content([article(LONG, { title: `Number ${index}` })], {
      role: 'context',
      createdAt: new Date(Date.UTC(2026, 10, 1 + index)),
    }),
  );
  const { parameters } = page(contents, { intent: 'what is new' });
  t.is(parameters.items[0].title, 'Number 8');
  t.is(parameters.items.length, 6);
  t.is(parameters.omittedItems, 3);
});

test('the title that the owner gave is the title of the page', (t) => {
  const titled = content([text('Milk\nEggs\nBread')], { title: 'For tonight' });
  t.like(page([titled]), { title: 'For tonight', parameters: { title: 'For tonight' } });
  t.like(page([titled], { title: 'Dinner' }), { title: 'Dinner', parameters: { title: 'Dinner' } });
});

test('an unknown template is ignored', (t) => {
  const templates = request([]).templates.filter(({ name }) => name === 'note');
  const { template } = page([content([json({ a: '1', b: '2' })])], { templates });
  t.is(template, 'note');
  t.deepEqual(VIEWPORT, { width: 800, height: 480 });
});

test('a note beside a photograph stays unchanged, and so does the photograph', (t) => {
  for (const words of [LONG, 'For the garden:\n- 3 lavender\n- 1 fig tree\n- gloves']) {
    const { template, parameters } = page([content([text(words), photo('garden')])]);
    t.is(template, 'note');
    t.is(parameters.image.fileId, 'garden');
    const shownText = JSON.stringify(parameters);
    for (const word of words.match(/\p{L}+/gu) ?? []) t.true(shownText.includes(word), word);
  }
});

test('a note beside a link stays whole, and a photograph sent with it precedes that of the page', (t) => {
  const { template, parameters } = page([content([text(LONG), photo('quay'), article(LONG, {}, 'lead')])]);
  t.is(template, 'note');
  t.is(parameters.image.fileId, 'quay');
  t.is(parameters.blocks[0].text, text(LONG).digest.text);
});

test('the page of a linked event has date, place and price, in the format of its readers', (t) => {
  const about: About = {
    ...blankAbout('event'),
    start: '2026-12-05T20:00:00',
    end: '2026-12-05T22:30:00',
    place: 'Kulturhaus, Hamburg',
    price: { from: 38.5, to: 52, currency: 'EUR' },
  };
  const facts = (language: string) =>
    page([content([article('Zwei Stunden Musik.', { about, language })])]).parameters.facts;
  t.deepEqual(facts('en'), ['Sat, 5 December 2026, 20:00–22:30', 'Kulturhaus, Hamburg', '€38.50 – €52.00']);
  t.is(facts('de')[0], 'Sa., 5. Dezember 2026, 20:00–22:30 Uhr');
});

test('a scanned sheet is laid out as text where its lines would be too small, else shown whole', (t) => {
  const words = 'The water is turned off on Thursday from eight until two in the afternoon. '
    .repeat(6)
    .trim();
  const sheet = (line?: number) => {
    const { digest, ...rest } = text(words);
    const image = {
      width: 1654,
      height: 2339,
      tones: [],
      photographic: false,
      scan: { turn: 0, ...(line && { line }) },
    };
    return {
      ...rest,
      digest: { ...digest, shape: 'graphic' as const, image },
      type: 'image' as const,
      contentType: 'image/png',
      imageId: 'sheet',
      imageSize: { width: 1654, height: 2339 },
    };
  };
  const pageOf = (line?: number) =>
    actionsOf(
      planByRules(request([content([sheet(line)])], { routing: { kind: 'output', viewport: VIEWPORT } })),
    )[0]!;
  const read = pageOf(14);
  t.is(read.template, 'note');
  t.true(JSON.stringify(read.parameters).includes('turned off on Thursday'));
  t.like(read.parameters, { image: { fileId: 'sheet', kind: 'scan' } });
  t.is(pageOf(60).template, 'photo', 'large type can be read on the sheet itself');
  t.is(pageOf().template, 'photo', 'uncertain words are not shown for the sheet');
});

test('a calendar without a name has the title of its first event, not an ISO date', (t) => {
  const event = (title: string, day: string) =>
    `BEGIN:VEVENT\nUID:${title}\nDTSTART:${day}\nSUMMARY:${title}\nEND:VEVENT`;
  const file = [
    'BEGIN:VCALENDAR',
    event('Dentist', '20261122T090000Z'),
    event('Choir', '20261123T190000Z'),
    'END:VCALENDAR',
  ];
  t.is(page([content([pushed(file.join('\n'))])]).title, 'Dentist');
});

test('an empty calendar is an agenda without events, whatever its file is called', (t) => {
  const empty = pushed('BEGIN:VCALENDAR\nX-WR-CALNAME:Family\nEND:VCALENDAR');
  const { template, parameters } = page([content([{ ...empty, type: 'file', filename: 'basic.ics' }])]);
  t.is(template, 'agenda');
  t.like(parameters, { title: 'Family', events: [], footer: undefined });
  t.is(page([content([pushed('BEGIN:VCALENDAR\nEND:VCALENDAR')])]).template, 'agenda');
});

/** A recipe behind a link. */
function linkedRecipe(lead: string | null = 'soup'): PlannedAsset {
  const { digest } = pushed(
    'Lentil soup\n\nIngredients\n- 200 g lentils\n- 1 onion\n\nMethod\n1. Simmer.\n2. Blend.',
  );
  return article(
    '',
    { ...digest, summary: 'A soup for cold days.', url: 'https://gazette.example/soup' },
    lead,
  );
}

test('the page of a linked recipe has its picture and the QR code of its source', (t) => {
  const { template, parameters } = page([content([linkedRecipe()])]);
  t.is(template, 'recipe');
  t.is(parameters.image.fileId, 'soup');
  t.true(parameters.url.startsWith('https://gazette.example/'));
  const { elements } = layOutTemplate('recipe', parameters as never, VIEWPORT, 'monochrome');
  const picture = elements.find(({ type }) => type === 'image');
  t.is(picture?.type === 'image' && picture.properties.fileId, 'soup');
  t.true(elements.filter(({ id }) => id.startsWith('qr')).length > 20, 'its code is drawn');
  const words = elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');
  for (const word of ['Lentil soup', '200 g lentils', 'Simmer.', 'Blend.'])
    t.true(words.includes(word), word);
});

test('a note and a photo beside a linked recipe, list or table stay', (t) => {
  const note = 'For Sunday? I would bring bread.';
  const beside = [
    linkedRecipe(null),
    { ...linkedRecipe(null), digest: pushed('- Tent\n- Rope\n- Map').digest },
    {
      ...linkedRecipe(null),
      digest: pushed('| Day | Hours |\n|---|---|\n| Mon | 8–12 |\n| Tue | 9–17 |').digest,
    },
  ];
  for (const linked of beside) {
    linked.digest = { ...linked.digest, url: 'https://gazette.example/harbour', title: 'A page' };
    t.true(JSON.stringify(page([content([text(note), linked])]).parameters).includes(note));
    t.true(JSON.stringify(page([content([photo('own'), linked])]).parameters).includes('own'));
  }
});

test('several papers have their words from the beginning, without a page too small to read, and an invoice its total', (t) => {
  const letter = pdf(`Survey\n\nDear neighbours, ${LONG}`);
  const bill = pdf('Survey\n\n| Item | Sum |\n| --- | --- |\n| Lamp | 9.00 |\n| Bulb | 3.00 |');
  const total = { ...bill, digest: { ...bill.digest, total: { key: 'Total', value: '12.00 €' } } };
  const { template, parameters } = page([content([letter, total])]);
  t.is(template, 'digest');
  const [first, second] = parameters.items;
  t.true(first.summary.startsWith('Dear neighbours'), first.summary);
  t.is(first.image, undefined);
  t.true(second.summary.startsWith('Total 12.00 €'), second.summary);
  t.truthy(second.image);
});
