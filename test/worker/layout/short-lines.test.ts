import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const VIEWPORT = { width: 800, height: 480 };
const linesOf = (scene: ReturnType<typeof layOutTemplate>) =>
  scene.elements.flatMap((one) => (one.type === 'text' ? String(one.properties.text).split('\n') : []));

test('lines of verse are set small enough to stay whole', (t) => {
  const verse = [
    'Litwo! Ojczyzno moja! ty jesteś jak zdrowie;',
    'Ile cię trzeba cenić, ten tylko się dowie,',
    'Kto cię stracił. Dziś piękność twą w całej ozdobie',
    'Widzę i opisuję, bo tęsknię po tobie.',
  ];
  const scene = layOutTemplate('note', { title: 'Adam', text: verse.join('\n') }, VIEWPORT, 'monochrome');
  const set = linesOf(scene);
  for (const line of verse) t.true(set.includes(line), line);
});

test('addresses and stanzas stand side by side in larger type, and none is torn apart', (t) => {
  const address = (name: string) => `${name}\nHarbour View 14\nKinsale\nCo. Cork\nIreland`;
  const blocks = ['Anna', 'Bruno', 'Clara'].map((name) => ({
    kind: 'paragraph' as const,
    text: address(name),
  }));
  const scene = layOutTemplate('note', { title: 'Cards', blocks }, VIEWPORT, 'monochrome');
  const texts = scene.elements.flatMap((one) =>
    one.type === 'text' && one.id !== 'title' ? [{ ...one.frame, ...one.properties }] : [],
  );
  t.deepEqual(
    texts.map(({ text }) => text),
    blocks.map(({ text }) => text),
  );
  t.true(new Set(texts.map(({ x }) => x)).size > 1);
  t.true((texts[0]?.size ?? 0) >= 24);
});

test('the source of a recipe that has no room stands beside its facts', (t) => {
  const parts = (count: number, text: string) => [
    { title: null, lines: Array.from({ length: count }, (_, at) => `${text} ${at + 1}`) },
  ];
  const lay = (count: number) =>
    layOutTemplate(
      'recipe',
      {
        title: 'Stew',
        facts: [{ key: '', value: '4 servings' }],
        ingredients: parts(count, 'carrots'),
        steps: parts(count, 'Chop some more of them and stir'),
        footer: 'Kitchen',
      },
      VIEWPORT,
      'monochrome',
    );
  t.true(linesOf(lay(3)).includes('Kitchen'));
  t.true(linesOf(lay(30)).includes('4 servings · Kitchen'));
});

test('the host beside a code keeps its own name', (t) => {
  const lay = (host: string) =>
    linesOf(
      layOutTemplate(
        'article',
        {
          title: 'A harbour',
          image: { fileId: 'a', width: 1200, height: 800, kind: 'photo' },
          url: `https://${host}/harbour`,
        },
        VIEWPORT,
        'monochrome',
      ),
    );
  const lines = lay('comoeducarseusfilhosemcasa.com.br');
  t.true(lines.includes('comoeducarseusfilhosemcasa') && lines.includes('.com.br'), lines.join(' | '));
  t.true(lay('forum.of.the.old.and.new.harbour.example.org').some((line) => line.endsWith('example.org')));
});

test('one step alone has no number', (t) => {
  const parts = (...lines: string[]) => [{ title: null, lines }];
  const lay = (...steps: string[]) =>
    linesOf(
      layOutTemplate(
        'recipe',
        { title: 'Tea', ingredients: parts('water', 'tea'), steps: parts(...steps) },
        VIEWPORT,
        'monochrome',
      ),
    );
  t.false(lay('Boil and wait.').includes('1.'));
  t.true(lay('Boil.', 'Wait.').includes('1.'));
});

test('a line of code that wraps goes on deeper than it begins', (t) => {
  const long = `  ${'word '.repeat(40).trim()}`;
  const lines = linesOf(
    layOutTemplate('code', { text: `begin\n${long}\nend` }, { width: 360, height: 376 }, 'monochrome'),
  );
  const [first, ...rest] = lines.filter((line) => line.includes('word'));
  t.regex(first ?? '', /^ {2}word/);
  t.true(rest.length > 0);
  for (const line of rest) t.regex(line, /^ {6}word/);
});

test('one long line of code does not enlarge the others so far that it takes three', (t) => {
  const text = ['short line', 'another line', `${'letters '.repeat(9).trim()} end`, 'last', 'line'].join(
    '\n',
  );
  const lines = linesOf(layOutTemplate('code', { text }, VIEWPORT, 'monochrome'));
  t.true(lines.filter((line) => line.includes('letters')).length <= 2);
});

const ROTA = {
  header: ['Week', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  rows: [
    ['KW 49', 'Hanna', 'Petr', '', 'Liu', 'Petr', '', 'Liu'],
    ['KW 50', 'Petr', 'Liu', 'Petr', 'Hanna', 'Liu', 'Hanna', ''],
  ],
};

test('the cells of a table without room for its columns have the names of these, where that fits', (t) => {
  const set = (viewport: { width: number; height: number }) =>
    linesOf(layOutTemplate('grid', ROTA, viewport, 'monochrome')).join(' ');
  t.regex(set({ width: 360, height: 376 }), /KW 49 · Mon Hanna · Tue Petr · Thu Liu · Fri Petr · Sun Liu/);
  // Without them, an empty cell keeps its place.
  t.regex(set({ width: 360, height: 170 }), /KW 49 · Hanna · Petr · – · Liu · Petr · – · Liu/);
});

test('a column begins with a heading where that takes little more height', (t) => {
  const block = (kind: 'heading' | 'item', text: string) => ({ kind, text });
  const group = (name: string, count: number) => [
    block('heading', name),
    ...Array.from({ length: count }, (_, at) => block('item', `${name} thing ${at}`)),
  ];
  const scene = layOutTemplate(
    'note',
    { blocks: [...group('Kitchen', 4), ...group('Bath', 3), ...group('Cellar', 6)] },
    VIEWPORT,
    'monochrome',
  );
  const texts = scene.elements.flatMap((one) => (one.type === 'text' ? [one] : []));
  const left = Math.min(...texts.map(({ frame }) => frame.x));
  const second = texts.filter(({ frame }) => frame.x >= VIEWPORT.width / 3 && frame.x > left);
  const top = [...second].sort((a, b) => a.frame.y - b.frame.y)[0];
  t.is(top?.properties.text, 'Cellar');
});

test('rows of a note that are wider than half of the page have all of it', (t) => {
  const row = (cells: string[]) => ({ kind: 'row' as const, cells });
  const machines = Array.from({ length: 14 }, (_, at) =>
    row([`machine-${at}.example.com`, `10.10.10.${at}`, '18 Jun 2015, 4:23', `${at} GB`]),
  );
  const scene = layOutTemplate('note', { title: 'Clients', blocks: machines }, VIEWPORT, 'monochrome');
  t.true(linesOf(scene).includes('machine-3.example.com'), 'cells stand in columns');
  t.true(linesOf(scene).every((line) => !line.includes(' · ')));
});

const sizeOf = (scene: ReturnType<typeof layOutTemplate>, words: string) => {
  const found = scene.elements.find(
    (one) => one.type === 'text' && String(one.properties.text).includes(words),
  );
  return Number(found?.properties.size ?? 0);
};

test('one sentence among short lines takes a second line rather than make all of them small', (t) => {
  const lines = ['月・木 もえるゴミ', '火 プラスチック', '金 古紙・段ボール'];
  const sentence = '※朝八時までに出してください。年末の収集は三十日まで。';
  const text = [...lines, sentence].join('\n');
  const scene = layOutTemplate('note', { title: 'ゴミの日', text }, VIEWPORT, 'monochrome');
  // On one line it would have 26 pixels.
  t.true(sizeOf(scene, '火 プラスチック') >= 40);
});

test('a title above a few words is not smaller than these', (t) => {
  const text = 'Salida 18:30 Puerta J42\nLlegada 20:22 València\nCoche 7 Plaza 12C';
  const scene = layOutTemplate('note', { title: 'Viaje a Valencia', text }, VIEWPORT, 'monochrome');
  t.true(sizeOf(scene, 'Viaje') >= sizeOf(scene, 'Salida'));
});

test('words below a wide drawing use the height that it leaves', (t) => {
  const image = { fileId: 'f1', width: 1600, height: 320, kind: 'drawing' as const };
  const caption = 'As of Monday. Please do the card with the printer first.';
  const wide = layOutTemplate('photo', { image, caption }, VIEWPORT, 'monochrome');
  const high = layOutTemplate(
    'photo',
    { image: { ...image, height: 1000 }, caption },
    VIEWPORT,
    'monochrome',
  );
  t.true(sizeOf(wide, 'Monday') > 1.5 * sizeOf(high, 'Monday'));
});

test('an item without a time stands below the others of a list of times, without a bullet', (t) => {
  const items = [
    { text: 'Casablanca', when: '20:15' },
    { text: 'News', when: '22:45' },
    { text: 'Not to be missed' },
  ];
  const { elements } = layOutTemplate(
    'list',
    { title: 'Tonight', ordered: false, items },
    VIEWPORT,
    'monochrome',
  );
  t.is(elements.filter(({ type, id }) => type === 'shape' && !id.includes('rule')).length, 0);
  const x = (words: string) =>
    elements.find((one) => one.type === 'text' && one.properties.text === words)?.frame.x;
  t.is(x('Not to be missed'), x('News'));
});

test('a small page of a figure and rows has whole facts, and one count of all that is left out', (t) => {
  const rows = Array.from({ length: 6 }, (_, at) => [`Area ${at + 1} of the garden`, '50', 'no']);
  const pairs = [
    { key: 'mower state', value: 'restricted' },
    { key: 'inactive reason', value: 'none of the known ones' },
    { key: 'error', value: 'no error since the last start' },
  ];
  const scene = layOutTemplate(
    'grid',
    { title: '', header: ['name', 'height', 'on'], rows, pairs, lead: { key: 'battery', value: '100 %' } },
    { width: 170, height: 170 },
    'monochrome',
  );
  const lines = linesOf(scene);
  t.true(lines.includes('mower state: restricted'), lines.join(' | '));
  t.is(lines.filter((line) => line.includes('+ ')).length, 1, lines.join(' | '));
});

test('a roster of a month in short lines is whole, in three columns', (t) => {
  const days = Array.from({ length: 31 }, (_, at) => `${String(at + 1).padStart(2, '0')} Lea Kitchen`);
  const text = days.join('\n');
  const scene = layOutTemplate(
    'note',
    { title: 'Roster', blocks: [{ kind: 'paragraph', text }] },
    VIEWPORT,
    'monochrome',
  );
  const lines = linesOf(scene);
  for (const day of days) t.true(lines.includes(day), day);
  const columns = scene.elements.flatMap((one) =>
    one.type === 'text' && one.id !== 'title' ? [one.frame.x] : [],
  );
  t.is(new Set(columns).size, 3);
});

test('on a low page the words of the owner precede the things beside them, which are counted', (t) => {
  const item = { title: 'Trip of the school', summary: 'Dear parents, we meet at the station.' };
  const pictures = ['a', 'b', 'c'].map((fileId) => ({ fileId, width: 900, height: 600 }));
  const scene = layOutTemplate(
    'digest',
    { note: 'Sign the form, please!', items: [item], pictures },
    { width: 170, height: 170 },
    'monochrome',
  );
  const lines = linesOf(scene);
  t.true(lines.join(' ').startsWith('Sign the form'), lines.join(' | '));
  t.is(lines.at(-1), '+ 1 more', lines.join(' | '));
});
