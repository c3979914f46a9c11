import test from 'ava';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { randomNumbers } from '#test/support/images.ts';
import { composeScene } from '#worker/imaging/compose.ts';
import { measureText } from '#worker/imaging/measure-text.ts';
import { scenePng } from '#worker/imaging/scene-products.ts';
import { checkLegibility } from '#worker/layout/check-legibility.ts';
import { SAMPLES } from '#worker/layout/gallery/samples.ts';
import {
  layOutTemplate,
  type TemplateName,
  type TemplateParameters,
  templates,
} from '#worker/layout/templates/index.ts';

// jsqr is CommonJS: what Node imports is its module object.
const readQr = (
  jsqr as unknown as {
    default: (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
  }
).default;

const VIEWPORTS = [
  { width: 800, height: 480 },
  { width: 170, height: 170 },
  { width: 360, height: 170 },
  { width: 360, height: 376 },
];
const ODD = [
  { width: 480, height: 800 },
  { width: 1600, height: 1200 },
  { width: 1200, height: 90 },
  { width: 90, height: 700 },
  { width: 20, height: 20 },
  { width: 1, height: 1 },
];
const MODES = ['monochrome', 'grayscale', 'color'] as const;

const lay = <Name extends TemplateName>(
  name: Name,
  parameters: TemplateParameters<Name>,
  viewport = VIEWPORTS[0]!,
) => layOutTemplate(name, parameters, viewport, 'monochrome');

test('a conversation under a bare date runs in the direction of its words', (t) => {
  const messages = [{ speaker: 'سارة', time: '10:04', text: 'صباح الخير' }];
  const { elements } = layOutTemplate(
    'chat',
    { title: '22/11/26', messages },
    { width: 800, height: 480 },
    'monochrome',
  );
  const texts = elements.filter((one) => one.type === 'text');
  const speaker = texts.find((one) => String(one.properties.text).includes('سارة'));
  const words = texts.find((one) => String(one.properties.text).includes('صباح'));
  t.true((speaker?.frame.x ?? 0) > (words?.frame.x ?? Number.POSITIVE_INFINITY));
});

test('every template is in the gallery', (t) => {
  t.deepEqual(
    [...new Set(SAMPLES.map(({ template }) => template))].sort(),
    Object.keys(templates).sort() as TemplateName[],
  );
});

for (const { name, template, parameters } of SAMPLES) {
  test(`${name}: legible at every size, and always the same`, (t) => {
    for (const viewport of VIEWPORTS) {
      for (const mode of MODES) {
        const scene = layOutTemplate(template, parameters as never, viewport, mode);
        t.deepEqual(checkLegibility(scene), [], `${viewport.width}x${viewport.height} ${mode}`);
        t.deepEqual(layOutTemplate(template, parameters as never, viewport, mode), scene);
      }
    }
  });
}

const WORDS = [
  'a',
  'the',
  'harbour',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'https://example.org/a/very/long/address?with=query',
  '東京都',
  'مرحبا',
  'שלום',
  'สวัสดี',
  '😀',
  '—',
  '12:30',
  '\n',
  '\n\n',
  'Ω',
  'ﷺ',
  'e\u0301',
  'W'.repeat(90),
];

/** Any text: of any length, in any script. */
function anyText(random: () => number, most: number): string {
  let text = 'x';
  for (let count = random() % (1 + (random() % most)); count > 0 && text.length < most - 120; count--) {
    text += (random() % 4 === 0 ? '' : ' ') + WORDS[random() % WORDS.length];
  }
  return text.slice(0, most).toWellFormed();
}

function anyParameters(name: TemplateName, random: () => number): unknown {
  const text = (most: number) => anyText(random, most);
  const maybe = <T>(value: T) => (random() % 3 === 0 ? undefined : value);
  const some = <T>(least: number, most: number, make: () => T) =>
    Array.from({ length: least + (random() % (most - least + 1)) }, make);
  const image = () => ({
    fileId: `f${random() % 9}`,
    width: 1 + (random() % 4000),
    height: 1 + (random() % 4000),
  });
  const url = () => `https://host.example/${'p/'.repeat(random() % 200)}`;
  const made: Record<TemplateName, () => unknown> = {
    note: () => ({ text: text(9000), title: maybe(text(200)), footer: maybe(text(200)) }),
    quotation: () => ({ text: text(2000), attribution: maybe(text(200)), source: maybe(text(200)) }),
    headline: () => ({
      text: text(400),
      kicker: maybe(text(200)),
      detail: maybe(text(400)),
      footer: maybe(text(200)),
    }),
    article: () => ({
      title: text(400),
      summary: maybe(text(9000)),
      siteName: maybe(text(200)),
      author: maybe(text(200)),
      date: maybe('1 May'),
      url: maybe(url()),
      image: maybe(image()),
      body: maybe(text(3000)),
      facts: maybe(some(1, 4, () => text(120))),
      note: maybe(text(900)),
    }),
    list: () => ({
      title: maybe(text(200)),
      ordered: random() % 2 === 0,
      items: some(1, 60, () => ({ text: text(400), when: maybe(text(40)), done: maybe(random() % 2 === 0) })),
      footer: maybe(text(200)),
    }),
    table: () => ({
      title: maybe(text(200)),
      pairs: some(1, 40, () => ({
        key: random() % 2 ? text(40) : `g${random() % 3} › ${text(60)}`,
        value: random() % 5 ? text(400) : '',
      })),
      footer: maybe(text(200)),
    }),
    agenda: () => ({
      title: maybe(text(200)),
      timeZone: 'Europe/Oslo',
      events: some(1, 30, () => ({
        title: text(300),
        start: random() % 2 ? `2026-11-${10 + (random() % 20)}` : `2026-11-2${random() % 10}T10:30:00Z`,
        place: maybe(text(100)),
        note: maybe(text(400)),
      })),
    }),
    grid: () => ({
      title: maybe(text(200)),
      header: maybe(['a', 'b', text(40)]),
      rows: some(1, 40, () => [text(60), '12 °C', text(30)]),
      facts: maybe(text(200)),
      lead: maybe({ key: `k${text(30)}`, value: '21.4 °C' }),
      pairs: maybe(some(1, 4, () => ({ key: `k${text(25)}`, value: text(30) }))),
    }),
    recipe: () => ({
      title: maybe(text(200)),
      facts: some(0, 4, () => ({ key: text(20), value: text(30) })),
      ingredients: [{ title: maybe(text(40)), lines: some(0, 20, () => text(60)) }],
      steps: [{ title: null, lines: some(0, 12, () => text(400)) }],
      notes: some(0, 2, () => text(300)),
    }),
    chat: () => ({
      title: maybe(text(200)),
      messages: some(1, 30, () => ({ speaker: text(40), time: maybe('10:30'), text: text(400) })),
    }),
    code: () => ({ title: maybe(text(200)), text: some(1, 60, () => `  ${text(120)}`).join('\n') }),
    photo: () => ({ image: image(), title: maybe(text(200)), caption: maybe(text(400)) }),
    gallery: () => ({ images: some(2, 9, image), title: maybe(text(200)) }),
    document: () => ({
      title: text(400),
      summary: maybe(text(9000)),
      image: maybe(image()),
      pages: maybe(1 + (random() % 900)),
      author: maybe(text(200)),
      kind: maybe('PDF'),
      footer: maybe(text(200)),
      body: maybe(text(3000)),
      figure: maybe({ key: text(60), value: text(60) }),
      pairs: maybe(some(0, 12, () => ({ key: text(40), value: text(90) }))),
      note: maybe(text(900)),
    }),
    digest: () => ({
      title: maybe(text(200)),
      note: maybe(text(200)),
      items: some(2, 6, () => ({ title: text(400), summary: maybe(text(900)), source: maybe(text(200)) })),
    }),
    slides: () => ({
      image: image(),
      title: maybe(text(400)),
      pages: maybe(1 + (random() % 900)),
      footer: maybe(text(200)),
    }),
    ticket: () => ({
      title: text(400),
      kicker: maybe(text(200)),
      code: { fileId: 'code', width: 8 + (random() % 160), height: 8 + (random() % 160) },
      lines: maybe(text(600)),
      pairs: maybe(some(0, 12, () => ({ key: text(40), value: text(90) }))),
      note: maybe(text(300)),
    }),
    link: () => ({ url: url(), title: maybe(text(400)), kicker: maybe(text(200)) }),
  };
  return made[name]();
}

for (const name of Object.keys(templates) as TemplateName[]) {
  test(`${name}: with any parameters, no element is cut, too small, or over another`, (t) => {
    const random = randomNumbers(name.length * 7919);
    for (let round = 0; round < 12; round++) {
      const parameters = anyParameters(name, random);
      const viewport = VIEWPORTS[round % VIEWPORTS.length]!;
      // Frames inside the viewport, unique ids and the number of elements are the schema's own to refuse.
      const scene = layOutTemplate(name, parameters as never, viewport, MODES[round % 3]!);
      t.deepEqual(
        checkLegibility(scene),
        [],
        `${round} ${JSON.stringify(viewport)} ${JSON.stringify(parameters).slice(0, 600)}`,
      );
      t.true(scene.elements.length > 0);
      const odd = layOutTemplate(name, parameters as never, ODD[round % ODD.length]!, 'color');
      const wrong = checkLegibility(odd).filter(({ problem }) => problem === 'overlaps');
      t.deepEqual(
        wrong,
        [],
        `${JSON.stringify(ODD[round % ODD.length])} ${JSON.stringify(parameters).slice(0, 600)}`,
      );
    }
  });
}

const qrOf = async (scene: ReturnType<typeof lay>) => {
  const { width, height } = scene.viewport;
  const png = await scenePng({ kind: 'scene', scene, images: {} }, { width, height, colorMode: 'color' });
  const data = await sharp(png).ensureAlpha().raw().toBuffer();
  return readQr(new Uint8ClampedArray(data), width, height)?.data;
};

test('the QR codes of article and link can be read, on mirrored pages too', async (t) => {
  const url = 'https://gazette.example/news/harbour-without-cars';
  t.is(await qrOf(lay('article', { title: 'Harbour without cars', url })), url);
  t.is(await qrOf(lay('link', { url })), url);
  t.is(await qrOf(lay('link', { url }, { width: 360, height: 376 })), url);
  t.is(await qrOf(lay('article', { title: 'הנמל ללא מכוניות', url })), url);
});

test('a page in Hebrew is mirrored: boxes at the right, text to their left', (t) => {
  const items = [
    { text: 'חלב', done: true },
    { text: 'Milk', done: false },
  ];
  const { elements } = lay('list', { title: 'קניות', items });
  const of = (id: string) => elements.find((element) => element.id === id)!;
  for (const index of [0, 1]) {
    const text = of(`text-${index}`);
    t.true(of(`mark-${index}`).frame.x > text.frame.x);
    t.is(text.properties.align, 'right');
  }
});

test('a list with ticks says how many are done: of all things, but not of the notes below them', (t) => {
  const countOf = (items: { text: string; done?: boolean; level?: number }[]) =>
    lay('list', { title: 'Camp', items }).elements.flatMap(({ type, properties }) =>
      type === 'text' && /^\d+ \/ \d+$/.test(properties.text) ? [properties.text] : [],
    );
  const [tent, stove] = [
    { text: 'Tent', done: true },
    { text: 'Stove', done: false },
  ];
  const note = { text: 'In the cellar', level: 1 };
  t.deepEqual(countOf([tent, note, note, stove, note]), ['1 / 2']);
  t.deepEqual(countOf([tent, { text: 'Lamp' }, { text: 'Rope' }]), ['1 / 3']);
  // Groups of things have no box.
  const kitchen = { text: 'Kitchen' };
  const [pan, knife] = [
    { text: 'Pan', done: true, level: 1 },
    { text: 'Knife', done: false, level: 1 },
  ];
  t.deepEqual(countOf([kitchen, pan, knife, { text: 'Sleep' }]), ['1 / 2']);
  t.deepEqual(countOf([{ text: 'Lamp' }, { text: 'Rope' }]), []);
});

test('what does not fit on a list is counted, and what is shown is whole', (t) => {
  const items = Array.from({ length: 90 }, (_, index) => ({ text: `Thing number ${index}` }));
  for (const viewport of VIEWPORTS) {
    const texts = lay('list', { title: 'Things', items }, viewport).elements.flatMap((element) =>
      element.type === 'text' ? [element.properties.text] : [],
    );
    const shown = texts.filter((text) => text.startsWith('Thing number')).length;
    t.true(texts.includes(`+ ${90 - shown} more`), `${shown} shown at ${viewport.width}x${viewport.height}`);
  }
});

test('rows of a table that do not fit are counted, and those shown are whole', (t) => {
  const pairs = Array.from({ length: 80 }, (_, index) => ({ key: `Name ${index}`, value: `value ${index}` }));
  for (const viewport of VIEWPORTS) {
    const texts = lay('table', { pairs }, viewport).elements.flatMap((element) =>
      element.type === 'text' ? [element.properties.text] : [],
    );
    const shown = texts.filter((text) => text.startsWith('value ')).length;
    t.true(texts.includes(`+ ${80 - shown} more`), `${shown} shown at ${viewport.width}x${viewport.height}`);
  }
});

test('a text that is too long ends in a line that says how much is missing', (t) => {
  const text = 'The harbour is closed to cars. '.repeat(600).trim();
  for (const viewport of VIEWPORTS) {
    const scene = lay('note', { text }, viewport);
    const texts = scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
    const shown = texts.slice(0, -1).join(' ').split(/\s+/).length;
    t.is(scene.leftOut, 3600 - shown);
    t.true(texts.at(-1)!.includes(`+ ${(3600 - shown).toLocaleString('en-GB')} words`), texts.at(-1));
  }
});

test('little text is large, much text small, and never smaller than can be read', (t) => {
  const size = (text: string) =>
    (
      lay('note', { text }).elements.find(({ id }) => id === 'text' || id === 'text-0')!.properties as {
        size: number;
      }
    ).size;
  t.true(size('Buy milk') > 90);
  t.true(size('word '.repeat(60)) > 25);
  t.true(size('word '.repeat(3000)) >= 18);
});

test('lines of a listing stay whole below a title, so that its columns can be read', (t) => {
  const lines = [
    'Filesystem      Size  Used Avail Use% Mounted on',
    '/dev/nvme0n1p2  468G  301G  144G  68% /',
    'nas:/backup      11T  7.9T  3.1T  72% /mnt/backup',
  ];
  const blocks = lines.map((text) => ({ kind: 'code' as const, text }));
  const texts = lay('note', { title: '$ df -h', blocks }).elements.filter(({ type }) => type === 'text');
  const whole = texts.flatMap((one) =>
    one.type === 'text' && measureText(one.frame, one.properties).lines.length === 1
      ? [one.properties.text]
      : [],
  );
  for (const line of lines) t.true(whole.includes(line), line);
});

test('an event that has the page for itself stands larger than one of several', (t) => {
  const event = { title: 'Dentist', start: '2026-11-23T09:00:00', place: 'Mill Lane 4' };
  const sizeOf = (events: (typeof event)[]) =>
    lay('agenda', { events, timeZone: 'Europe/Berlin' }).elements.flatMap((one) =>
      one.type === 'text' && one.properties.text === 'Dentist' ? [one.properties.size] : [],
    )[0]!;
  const several = [event, ...['10', '11'].map((hour) => ({ ...event, start: `2026-11-23T${hour}:00:00` }))];
  t.true(sizeOf([event]) > 1.2 * sizeOf(several));
});

test('moments of messages stand on the clock of the reader', (t) => {
  const messages = [{ speaker: 'Ada', time: '2026-11-23T05:00:00.000Z', text: 'Good morning' }];
  const scene = lay('chat', { messages, timeZone: 'Europe/Berlin', now: '2026-11-23T06:00:00Z' });
  const texts = scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
  t.true(texts.includes('6:00 Ada'), texts.join('\n'));
});

test('paragraphs that end at the last line are not marked as continued', (t) => {
  const { lines, cut } = measureText(
    { width: 300, height: 80 },
    { text: `one\n\n${'many words '.repeat(30)}`, size: 29, lineHeight: 1.38 },
  );
  t.is(lines.length, 2);
  t.true(cut);
});

test('a black and white page has no tint that would be dithered to specks', async (t) => {
  for (const { template, parameters } of SAMPLES.filter(
    (sample) => !JSON.stringify(sample.parameters).includes('fileId'),
  )) {
    const scene = lay(template, parameters as never);
    const { ground } = await composeScene(scene, {});
    const pixels = ground.data();
    t.true(
      pixels.every((code) => code === 0 || code === 255),
      template,
    );
  }
});

test('the check of legibility finds each problem of a page', (t) => {
  const text = (id: string, y: number, height: number, properties: object) => ({
    id,
    type: 'text' as const,
    frame: { x: 10, y, width: 300, height },
    properties: { text: 'Some words to read', ...properties },
  });
  const scene = lay('note', { text: 'x' });
  const problems = checkLegibility({
    ...scene,
    elements: [
      text('fine', 10, 40, { size: 24 }),
      text('small', 60, 40, { size: 8 }),
      text('long', 110, 40, { text: 'word '.repeat(200), size: 24 }),
      text('over', 12, 40, { size: 24 }),
      text('high', 200, 10, { size: 10 }),
    ].map((element) => ({
      ...element,
      properties: {
        ...(scene.elements[0]!.properties as object),
        maxLines: undefined,
        verticalAlign: 'top',
        ...element.properties,
      },
    })) as never,
  });
  t.deepEqual(
    problems.map(({ elementId, problem }) => `${elementId} ${problem}`),
    ['small too_small', 'long cut', 'high too_small', 'over overlaps'],
  );
});

test('a table keeps values of one digit', (t) => {
  const values = ['Berlin', '9', '3', '14 km/h', '81', '0', '-'];
  const pairs = values.map((value, index) => ({ key: `name ${index}`, value }));
  for (const viewport of VIEWPORTS) {
    const { elements } = layOutTemplate('table', { pairs }, viewport, 'monochrome');
    const ids = new Set(elements.map(({ id }) => id));
    for (const index of values.keys())
      t.is(ids.has(`key-${index}`), ids.has(`value-${index}`), `${viewport.width}: ${values[index]}`);
  }
});

test("the owner's words beside a picture or a link are all on the page, or it says how many are not", (t) => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
  for (const viewport of VIEWPORTS) {
    for (const count of [3, 20, 60, 400]) {
      const note = words.slice(0, count).join(' ');
      const parameters = {
        note,
        title: 'A bridge',
        url: 'https://x.example/',
        image: { fileId: 'photo', width: 1200, height: 800 },
      };
      const scene = layOutTemplate('article', parameters, viewport, 'monochrome');
      const own = scene.elements.find(({ id }) => id === 'own-words');
      const text = own?.type === 'text' ? own.properties.text : '';
      const [, shown = '', missing = '0'] = /^(.*?)(?:… \+ (\d+))?$/su.exec(text) ?? [];
      t.is(
        shown.split(/\s+/).length + Number(missing),
        count,
        `${JSON.stringify(viewport)} ${count}: ${text}`,
      );
      t.true(note.startsWith(shown));
    }
  }
});

test('all-day events stand beside the others of their day, and an event over midnight is one event', (t) => {
  const lines = (events: { title: string; start: string; end?: string }[]) => {
    const scene = layOutTemplate(
      'agenda',
      { events, timeZone: 'UTC' } as never,
      { width: 800, height: 480 },
      'monochrome',
    );
    return scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
  };
  const waste = lines([
    { title: 'Paper', start: '2026-11-23', end: '2026-11-24' },
    { title: 'Glass', start: '2026-11-25' },
  ]);
  t.deepEqual([...waste].sort(), ['Glass', 'Mon 23 Nov', 'Paper', 'Wed 25 Nov']);
  const night = { title: 'Night shift', start: '2026-11-23T22:00:00', end: '2026-11-24T06:00:00' };
  t.true(lines([night]).includes('22:00 – 6:00'));
});

test('a word that is broken over lines is left out once at most', (t) => {
  const text = `${'Q/w+7'.repeat(400)} `.repeat(3);
  const scene = layOutTemplate('note', { text } as never, { width: 360, height: 170 }, 'monochrome');
  t.true(((scene as { leftOut?: number }).leftOut ?? 0) > 0);
});

test('times and speakers stand beside what is said, in any language that has room for them', (t) => {
  const viewport = { width: 800, height: 480 };
  const beside = (scene: ReturnType<typeof layOutTemplate>) => {
    const of = (kind: string) => scene.elements.filter(({ id }) => id.startsWith(kind));
    return of('mark-').every((mark) =>
      of('text-').some(({ frame }) => frame.x > mark.frame.x && Math.abs(frame.y - mark.frame.y) < 10),
    );
  };
  const events = ['2026-11-24', '2026-11-25'].map((day) => ({
    title: 'A test',
    start: `${day}T10:00:00`,
    end: `${day}T11:00:00`,
  }));
  const parameters = { events, timeZone: 'America/Denver', language: 'en-US' };
  t.true(beside(layOutTemplate('agenda', parameters, viewport, 'monochrome')));
  const messages = ['lena', 'kurt_the_bear', 'lena'].map((speaker) => ({
    speaker,
    time: '09:14',
    text: 'yes',
  }));
  t.true(beside(layOutTemplate('chat', { messages }, viewport, 'monochrome')));
});

test('right-to-left text is set at the right, and a greeting does not turn a sentence', (t) => {
  const blocks = ['Say at the door:', 'أهلاً وسهلاً بكم في بيتنا', 'Then offer coffee.'].map((text) => ({
    kind: 'paragraph' as const,
    text,
  }));
  const scene = layOutTemplate(
    'note',
    { text: '', blocks } as never,
    { width: 800, height: 480 },
    'monochrome',
  );
  const aligned = scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.align] : []));
  t.deepEqual(aligned, ['left', 'right', 'left']);
  const direction = (text: string) => measureText({ width: 900, height: 99 }, { text }).rightToLeft;
  t.false(direction('שלום Anna, the meeting moved to the evening, see you'));
  t.true(direction('iPhone שלי נמצא על השולחן במטבח'));
  t.true(direction('קפה (Arabica)'), 'a name in other letters does not turn an item');
});
