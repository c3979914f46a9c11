import test from 'ava';
import { checkLegibility } from '#worker/layout/check-legibility.ts';
import { wordsFor } from '#worker/layout/furniture-words.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of its material.
import type { PlannedAsset, PlannedContent } from '../../../../modules/library/planners/planner.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { anyMaterial, type Material } from './any-material.ts';
import { actionsOf, article, content, pdf, photo, pushed, request } from './material.ts';
import { seededRandom } from './seeded-random.ts';
import { missingFrom, wordsOf } from './words-of-pages.ts';

/** The rule above all: every word of the owner is on the page, or the page says how much is missing. */

const VIEWPORTS = [
  { width: 800, height: 480 },
  { width: 360, height: 376 },
  { width: 360, height: 170 },
  { width: 170, height: 170 },
  { width: 480, height: 800 },
  { width: 1872, height: 1404 },
];
/** Pages of each kind of material; more by an environment variable. */
// biome-ignore lint/style/noProcessEnv: a test has no configuration
const ROUNDS = Number(process.env.EVERY_WORD_ROUNDS ?? 40);

function pageOf(
  contents: PlannedContent[],
  viewport: { width: number; height: number },
  title: string | null = null,
) {
  const [action] = actionsOf(
    planByRules(request(contents, { title, routing: { kind: 'output', viewport } })),
  );
  if (!action) throw new Error('there is no page');
  const { template, parameters } = action;
  return {
    template,
    scene: layOutTemplate(template as TemplateName, parameters as never, viewport, 'monochrome'),
    parameters,
  };
}

/** What is wrong with a page of some words; null when it keeps the rule. */
function faultOf(
  contents: PlannedContent[],
  pushedWords: string,
  viewport: { width: number; height: number },
  title: string | null = null,
): string | null {
  const { template, scene, parameters } = pageOf(contents, viewport, title);
  const leftOut = (scene.leftOut as number | undefined) ?? 0;
  const { missing, unsure } = missingFrom(pushedWords, scene);
  const tell = (what: string) =>
    `${template} ${viewport.width}x${viewport.height}: ${what}; missing ${missing.length} (${missing.slice(0, 12).join(' ')}), counted ${leftOut}; ${JSON.stringify(parameters).slice(0, 700)}`;
  if (Math.abs(missing.length - leftOut) > unsure) return tell('what is missing is not what is counted');
  if (leftOut > 0) {
    const countNotes = scene.elements.filter(
      ({ id }) => id.endsWith('left-out') && id !== 'pictures-left-out',
    );
    if (countNotes.length === 0) return tell('the page does not say that anything is missing');
  }
  const illegible = checkLegibility(scene);
  return illegible.length === 0 ? null : tell(JSON.stringify(illegible.slice(0, 3)));
}

const KINDS: Material['kind'][] = [
  'note',
  'list',
  'tasks',
  'pairs',
  'table',
  'csv',
  'chat',
  'code',
  'recipe',
  'verse',
  'mixed',
  'calendar',
  'records',
  'line',
  'long',
  'emoji',
  'mail',
  'hours',
  'groups',
  'quotation',
  'columns',
];

for (const kind of KINDS) {
  test(`every word of a ${kind} is on the page or counted as omitted`, (t) => {
    for (let seed = 0; seed < ROUNDS; seed++) {
      const random = seededRandom(seed * 31 + kind.length);
      const { text, words } = anyMaterial(kind, random);
      const viewport = VIEWPORTS[seed % VIEWPORTS.length]!;
      const title = seed % 4 === 0 ? `Owner title ${seed}` : null;
      const all = `${title ?? ''} ${words}`;
      const fault = faultOf([content([pushed(text)], { title })], all, viewport);
      if (fault !== null) return t.fail(`seed ${seed}: ${fault}\n${text.slice(0, 900)}`);
    }
    t.pass();
  });
}

/** A text as if it had come as a PDF. */
function paper(text: string): PlannedAsset {
  const { digest } = pushed(text);
  const read = { ...digest, shape: 'document' as const, pages: 999_999 };
  return { ...pdf(''), digest: read, filename: null };
}

test('every word of a PDF is on the page or counted as omitted', (t) => {
  for (let seed = 0; seed < 2 * ROUNDS; seed++) {
    const random = seededRandom(seed + 7000);
    const kind = random.one(['note', 'table', 'csv', 'list', 'pairs', 'mixed', 'long'] as const);
    const { text, words } = anyMaterial(kind, random);
    const viewport = VIEWPORTS[seed % VIEWPORTS.length]!;
    const title = 'Quarterly';
    const fault = faultOf([content([paper(text)], { title })], `${title} ${words}`, viewport, title);
    if (fault !== null) return t.fail(`seed ${seed}: ${fault}\n${text.slice(0, 900)}`);
  }
  t.pass();
});

test('every word of a linked article is on the page or counted as omitted, code and lists as well', (t) => {
  const bare = {
    title: 'Quarterly',
    siteName: null,
    author: null,
    publishedAt: null,
    url: null,
    summary: '',
  };
  const roomy = VIEWPORTS.filter(({ height }) => height > 170);
  for (let seed = 0; seed < 2 * ROUNDS; seed++) {
    const random = seededRandom(seed + 15_000);
    const kind = random.one(['note', 'list', 'mixed', 'code', 'pairs', 'table', 'long'] as const);
    const { text, words } = anyMaterial(kind, random);
    const viewport = roomy[seed % roomy.length]!;
    const linked = article('', { ...pushed(text).digest, ...bare, shape: 'article' });
    const fault = faultOf([content([linked])], `Quarterly ${words}`, viewport);
    if (fault !== null) return t.fail(`seed ${seed}: ${fault}\n${text.slice(0, 900)}`);
  }
  t.pass();
});

test('every word beside a photo or a link is on the page or counted as omitted, and the photo stays', (t) => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const random = seededRandom(seed + 9000);
    const { text, words } = anyMaterial(random.one(['note', 'line', 'list', 'mixed'] as const), random);
    const viewport = VIEWPORTS[seed % VIEWPORTS.length]!;
    const beside = [pushed(text), photo('own-photo')];
    const fault = faultOf([content(beside)], words, viewport);
    if (fault !== null) return t.fail(`seed ${seed}: ${fault}`);
    const { scene } = pageOf([content(beside)], viewport);
    const shown = scene.elements.flatMap((one) => (one.type === 'image' ? [one.properties.fileId] : []));
    if (!shown.includes('own-photo')) return t.fail(`seed ${seed}: the photo is gone`);
  }
  t.pass();
});

test('a digest of several contents counts everything that it omits', (t) => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const random = seededRandom(seed + 5000);
    const materials = Array.from({ length: 2 + random.upTo(3) }, () =>
      anyMaterial(random.one(['note', 'line', 'list', 'pairs', 'mixed'] as const), random),
    );
    const contents = materials.map(({ text }) => content([pushed(text)]));
    const fault = faultOf(
      contents,
      `Brief ${materials.map(({ words }) => words).join(' ')}`,
      VIEWPORTS[seed % VIEWPORTS.length]!,
      'Brief',
    );
    if (fault !== null) return t.fail(`seed ${seed}: ${fault}`);
  }
  t.pass();
});

test('the count of omitted words on a page is right, and in the language of the page', (t) => {
  const items = Array.from({ length: 90 }, (_, index) => `- Ding Nummer ${index} für die nächste Fahrt`).join(
    '\n',
  );
  const { scene } = pageOf([content([pushed(`Packliste Norwegen:\n${items}`)])], VIEWPORTS[0]!);
  const { missing } = missingFrom(wordsOf(items).join(' '), scene);
  const countNotes = scene.elements.find(({ id }) => id.endsWith('left-out'));
  t.is(
    countNotes?.type === 'text' ? countNotes.properties.text : '',
    wordsFor('de').more(Math.round(missing.length / 7)),
  );
});

test('the omitted part of a text without spaces is counted in characters', (t) => {
  const texts = [`${'🍞'.repeat(40)}\n`.repeat(30), `${'+-'.repeat(30)}\n`.repeat(40), '?!'.repeat(4000)];
  for (const text of texts) {
    for (const viewport of VIEWPORTS) {
      const { scene } = pageOf([content([pushed(text)])], viewport);
      const countNotes = scene.elements.flatMap((one) =>
        one.type === 'text' && one.id.endsWith('left-out') ? [one.properties.text] : [],
      );
      const shown = scene.elements.flatMap((one) =>
        one.type === 'text' && !one.id.endsWith('left-out')
          ? [...one.properties.text.replace(/\s/gu, '')]
          : [],
      );
      const missing = [...text.replace(/\s/gu, '')].length - shown.length;
      t.is(scene.leftOut ?? 0, missing, `${text.slice(0, 4)} ${JSON.stringify(viewport)}`);
      t.is(countNotes.length, missing > 0 ? 1 : 0);
      if (missing > 0) t.true(countNotes.join().endsWith(wordsFor('en').more(missing)), countNotes.join());
    }
  }
});

test('a page of a note has only words of the note', (t) => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const random = seededRandom(seed + 700);
    const kind = random.one([
      'note',
      'verse',
      'list',
      'code',
      'pairs',
      'table',
      'mixed',
      'mail',
      'hours',
      'groups',
      'quotation',
      'line',
      'long',
    ] as const);
    const { text, words } = anyMaterial(kind, random);
    const { scene } = pageOf([content([pushed(text)])], VIEWPORTS[seed % VIEWPORTS.length]!);
    if (scene.leftOut) continue;
    const own = wordsOf(words).join('');
    const shown = scene.elements.flatMap((one) => (one.type === 'text' ? wordsOf(one.properties.text) : []));
    const strange = shown.filter((word) => !own.includes(word));
    if (strange.length > 0)
      return t.fail(`seed ${seed}, ${kind}: ${strange.join(' ')}\n${text.slice(0, 600)}`);
  }
  t.pass();
});

test('a note stays whole beside an article, and the article has its place', (t) => {
  const notes = [
    'Shall we go there on Sunday, if it does not rain?',
    'It is open until eight. '.repeat(10).trim(),
  ];
  for (const [index, viewport] of VIEWPORTS.flatMap((one) => [one, one]).entries()) {
    const note = notes[index % 2] as string;
    const { scene } = pageOf(
      [content([pushed(note), article('The harbour is free of cars. '.repeat(60))])],
      viewport,
    );
    const { missing } = missingFrom(note, scene);
    const isSmall = viewport.height <= 170;
    t.true(
      missing.length <= (isSmall ? ((scene.leftOut as number | undefined) ?? 0) : 0),
      JSON.stringify(viewport),
    );
  }
});

test('every picture is on the page or counted as omitted, with every word beside it', (t) => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const random = seededRandom(seed + 12_000);
    const count = random.one([2, 3, 5, 9, 12, 20]);
    const kind = random.one(['none', 'line', 'note', 'list', 'long', 'pairs', 'code'] as const);
    const { text = '', words = '' } = kind === 'none' ? {} : anyMaterial(kind, random);
    const viewport = VIEWPORTS[seed % VIEWPORTS.length]!;
    const title = seed % 3 === 0 ? `Owner title ${seed}` : null;
    const photos = Array.from({ length: count }, (_, index) => photo(`photo-${index}`));
    const assets = text === '' ? photos : [photos[0]!, pushed(text), ...photos.slice(1)];
    const contents = [content(assets, { title })];
    const tell = `seed ${seed}, ${kind}, ${count} pictures, ${viewport.width}x${viewport.height}`;
    const fault = faultOf(contents, `${title ?? ''} ${words}`, viewport);
    if (fault !== null) return t.fail(`${tell}: ${fault}`);
    const { scene, parameters } = pageOf(contents, viewport);
    const shown = new Set(
      scene.elements.flatMap((one) => (one.type === 'image' ? [one.properties.fileId] : [])),
    );
    const countNotes = scene.elements.find(({ id }) => id === 'pictures-left-out');
    const more = countNotes?.type === 'text' ? Number(countNotes.properties.text.replace(/\D/gu, '')) : 0;
    if (shown.size + more !== count)
      return t.fail(
        `${tell}: ${shown.size} shown, ${more} counted; ${JSON.stringify(parameters).slice(0, 300)}`,
      );
  }
  t.pass();
});
