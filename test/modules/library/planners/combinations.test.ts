import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of its material.
import type { PlannedContent } from '../../../../modules/library/planners/planner.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import {
  actionsOf,
  article,
  bareLink,
  content,
  json,
  pdf,
  photo,
  pushed,
  request,
  text,
  VIEWPORT,
} from './material.ts';

type DigestParameters = Parameters<typeof layOutTemplate<'digest'>>[1];

const LONG =
  'The council met in the small hall and spoke about the old harbour for most of the evening, and then voted for it. ';

function page(contents: PlannedContent[], viewport = VIEWPORT) {
  const [action] = actionsOf(planByRules(request(contents, { routing: { kind: 'output', viewport } })));
  return { ...action, parameters: action?.parameters as Record<string, unknown> };
}

test('several notes of the owner beside a link head the page together, instead of the day', (t) => {
  const notes = ['Put the yellow bin out', 'Call Grandma, she has her test tomorrow', 'The key is next door'];
  const { template, parameters } = page([content([...notes.map(text), article(LONG), pdf(LONG)])]);
  t.is(template, 'digest');
  t.is(parameters.note, notes.join('\n'));
  t.is(parameters.title, undefined);
  t.is((parameters.items as unknown[]).length, 2);
});

test('what a page adds is in the language of the words of the owner, not in that of the link', (t) => {
  const words =
    'Bitte bis Freitag ansehen: Vertrag unterschreiben und dann die Unterkunft für uns alle buchen.';
  const own = { ...text(words), digest: { ...text(words).digest, language: 'de' } };
  for (const others of [[article(LONG)], [article(LONG), pdf(LONG)], [photo('f1'), article(LONG)]])
    t.is(page([content([own, ...others])]).parameters.language, 'de');
});

test('a list of the owner beside a link keeps its title and its items', (t) => {
  const list = 'For the weekend:\n- book the hut (Paul)\n- check the weather\n- take the ropes';
  const { template, parameters } = page([content([pushed(list), article(LONG)])]);
  t.is(template, 'note');
  t.is(parameters.title, 'For the weekend');
  const blocks = parameters.blocks as { kind: string; text: string }[];
  t.deepEqual(
    blocks.filter(({ kind }) => kind === 'item').map((block) => block.text),
    ['book the hut (Paul)', 'check the weather', 'take the ropes'],
  );
});

test('a document with facts, among other things, is shown with these', (t) => {
  const ticket = pdf(LONG);
  const pairs = [
    { key: 'From', value: 'Ullapool' },
    { key: 'To', value: 'Stornoway' },
    { key: 'Date', value: '12 Dec' },
    { key: 'Departs', value: '17:30' },
  ];
  const { parameters } = page([
    content([{ ...ticket, digest: { ...ticket.digest, pairs } }, pdf(LONG, 'second')]),
  ]);
  const [first, second] = parameters.items as { summary: string }[];
  t.is(first?.summary, 'From Ullapool · To Stornoway · Date 12 Dec · Departs 17:30');
  t.true(second?.summary.startsWith('The council'));
});

test('a link that cannot be read does not displace the photograph, the title or the words beside it', (t) => {
  const unread = { ...article(''), digest: { ...article('').digest, shape: 'link' as const } };
  const words = 'We do this on Saturday! Meet at 9:30 at our place, Jan brings the kites.';
  const beside = page([content([text(words), photo('f1'), unread])]);
  t.truthy(beside.parameters.image);
  t.is(beside.parameters.note, words);
  const titled = page([{ ...content([text(words), unread]), title: 'Saturday' }]).parameters;
  t.is(titled.title, 'Saturday');
  t.is(titled.note, words);
  const long = 'Bring the warm jacket, it blows up there. '.repeat(20).trim();
  t.true(JSON.stringify(page([content([text(long), unread])]).parameters).includes(long.slice(500)));
  t.is(page([content([text(words), unread])]).template, 'link', 'words that fit are beside its code');
});

test('the day heads several things only where there is room for it', (t) => {
  const things = [content([article(LONG), pdf(LONG)])];
  t.is(page(things).parameters.title, 'Friday, 20 November');
  t.is(page(things, { width: 360, height: 376 }).parameters.title, undefined);
});

test('links that cannot be read share one line below the things that are shown', (t) => {
  const links = ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'].map(bareLink);
  const { template, parameters } = page([content([...links, pdf(LONG), article(LONG)])]);
  t.is(template, 'digest');
  t.deepEqual(parameters.links, ['a.example', 'b.example', 'c.example']);
  t.is((parameters.items as unknown[]).length, 2);
  const lines = (viewport: typeof VIEWPORT) =>
    layOutTemplate('digest', parameters as DigestParameters, viewport, 'monochrome').elements.flatMap(
      (one) => (one.type === 'text' ? [String(one.properties.text)] : []),
    );
  t.true(lines(VIEWPORT).includes('a.example · b.example · c.example'));
  // On a smaller page, those without room are counted.
  t.true(
    lines({ width: 250, height: 400 }).some((line) =>
      /^a\.example( · b\.example)? · \+ [12] more$/.test(line),
    ),
  );
});

test('several photographs among other things stand side by side, larger than in cells of their own', (t) => {
  const { template, parameters } = page([
    content([photo('p1'), photo('p2'), photo('p3'), pdf(LONG), text('Please sign the form from school')]),
  ]);
  t.is(template, 'digest');
  t.is((parameters.items as unknown[]).length, 1);
  const images = layOutTemplate(
    'digest',
    parameters as DigestParameters,
    VIEWPORT,
    'monochrome',
  ).elements.filter(({ type }) => type === 'image');
  t.is(images.length, 3);
  const area = images.reduce((sum, { frame }) => sum + frame.width * frame.height, 0);
  t.true(area > 0.4 * VIEWPORT.width * VIEWPORT.height);
});

test('the moments of data beside other material are in the zone of the reader', (t) => {
  const data = json({ from: '2026-11-28T12:05:00Z', until: '2026-11-28T17:30:00Z' });
  const { template, parameters } = page([content([data, text('Bring in the sails'), article(LONG)])]);
  t.is(template, 'digest');
  const { elements } = layOutTemplate('digest', parameters as never, VIEWPORT, 'monochrome');
  const said = elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');
  t.regex(said, /28 Nov, 13:05[\s\S]*28 Nov, 18:30/);
});
