import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, bareLink, content, request } from '../../modules/library/planners/material.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };
const PROSE = 'The council met in the small hall and spoke about the old harbour for most of the evening. ';

async function digestOf(body: string, head = '<title>Visit</title>', contentType = 'text/html') {
  const html =
    contentType === 'text/html' ? `<html lang="en"><head>${head}</head><body>${body}</body></html>` : body;
  const url = 'https://site.example/page';
  return (await extractor.digest({ bytes: Buffer.from(html), contentType, url })).digest;
}

/** The texts on the page that the rules make of a link. */
function wordsOn(digest: Awaited<ReturnType<typeof digestOf>>): string {
  const asset = { ...bareLink(digest.url ?? ''), digest };
  const { template, parameters } = actionsOf(
    planByRules(request([content([asset])], { routing: { kind: 'output', viewport: PANEL } })),
  )[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, PANEL, 'monochrome');
  return scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const HOURS = `<table>${row('Monday', 'closed')}${row('Tuesday to Friday', '10–17')}${row('Saturday', '10–16')}</table>`;

test('the opening hours and prices of a page are on it, each beside its day', async (t) => {
  const digest = await digestOf(
    `<main><h1>Visit</h1><h2>Hours</h2>${HOURS}<h2>Prices</h2><dl><dt>Adults</dt><dd>€ 9</dd><dt>Children</dt><dd>free</dd></dl>` +
      '<p>Dogs stay outside, but may rest in the courtyard.</p></main>',
  );
  const pairs = digest.pairs.map(({ key, value }) => `${key}=${value}`);
  t.deepEqual(pairs, [
    'Monday=closed',
    'Tuesday to Friday=10–17',
    'Saturday=10–16',
    'Adults=€ 9',
    'Children=free',
  ]);
  const words = wordsOn(digest);
  for (const word of ['Tuesday to Friday', '10–17', 'Adults', 'courtyard'])
    t.true(words.includes(word), word);
});

test('a table of a page keeps its columns, also below cells of several rows and columns', async (t) => {
  const head = '<tr><th>Day</th><th>Low</th><th>High</th></tr>';
  const rows = `<tr><td rowspan="2">Tue</td><td>2°</td><td>6°</td></tr>${row('0°', '5°')}<tr><td colspan="2">Wed</td><td>3°</td></tr>`;
  const { blocks } = await digestOf(`<main><h1>Weather</h1><table>${head}${rows}</table></main>`);
  t.like(
    blocks.find(({ kind }) => kind === 'table'),
    {
      header: ['Day', 'Low', 'High'],
      rows: [
        ['Tue', '2°', '6°'],
        ['', '0°', '5°'],
        ['Wed', '', '3°'],
      ],
      align: ['start', 'end', 'end'],
    },
  );
});

test('a table that arranges a page is not a table of data, and its contents are read', async (t) => {
  const inner = `<table>${row('Logo', `<h2>News</h2><p>${PROSE.repeat(6)}</p>`)}${row('', 'Contact')}</table>`;
  const { blocks, shape } = await digestOf(inner);
  t.false(blocks.some(({ kind }) => kind === 'table' || kind === 'pair'));
  t.is(shape, 'article');
});

test('no words of a table or of a list of names and values are lost', async (t) => {
  const caption = `<table><caption>Winter hours</caption>${row('Monday', 'closed')}${row('Tuesday', '10–17')}</table>`;
  const wide = `<table>${row(...Array.from({ length: 14 }, (_, at) => `a${at}`)).repeat(3)}</table>`;
  const names = '<dl><dt>Adults</dt><dt>Seniors</dt><dd>€ 9</dd></dl>';
  const nested = '<dl>Before <dt>Dogs</dt><dd>no</dd><dd><dl><dt>Cats</dt><dd>yes</dd></dl></dd></dl>';
  const { text } = await digestOf(`<main><h1>Visit</h1>${caption}${wide}${names}${nested}</main>`);
  for (const word of ['Winter hours', 'Monday', '10–17', 'a13', 'Adults', 'Seniors', 'Before', 'Dogs', 'yes'])
    t.is(text.split(word).length - 1, word === 'a13' ? 3 : 1, word);
});

test('an article with a table or a list in it is an article', async (t) => {
  const list = `<ul>${'<li>a crate of apples</li>'.repeat(4)}</ul>`;
  const body = `<article><h1>Harbour</h1><p>${PROSE.repeat(8)}</p>${HOURS}${list}</article>`;
  t.is((await digestOf(body)).shape, 'article');
  const short = `<article><h1>Harbour</h1><p>${PROSE.repeat(5)}</p>${HOURS}${list}</article>`;
  t.is((await digestOf(short, '<meta property="og:type" content="article">')).shape, 'article');
  const dated = `<article><h1>Dahlias</h1><p>${PROSE.repeat(5)}</p>${list}${list}</article>`;
  const day = '<meta property="article:published_time" content="2026-10-29">';
  t.deepEqual([(await digestOf(dated, day)).shape, (await digestOf(dated)).shape], ['article', 'document']);
});

test('lists of offers around a description do not replace it', async (t) => {
  const offers =
    '<ul><li>Unlimited access</li><li>Crosswords</li><li>Cancel at any hour</li><li>Recipes</li></ul>';
  const head =
    '<meta name="description" content="A drought has pushed the price of a cup of coffee to a record.">';
  const digest = await digestOf(`<h1>Coffee</h1>${offers}`, head);
  t.is(digest.shape, 'article');
  t.true(wordsOn(digest).includes('A drought'));
});

test('rows of short links are left out, and links that are headlines stay', async (t) => {
  const menu = '<div><a>new</a> | <a>past</a> | <a>comments</a> | <a>ask</a></div>';
  const long = 'A harbour that nobody had seen for seventy years';
  const headlines = `<ul>${[1, 2, 3].map((at) => `<li><a>${long} ${at}</a></li>`).join('')}</ul>`;
  const { text } = await digestOf(`${menu}<p>Today</p>${headlines}`);
  t.false(text.includes('past'));
  t.true(text.includes(`${long} 3`));
});

test('the words around the list in a linked text are on its page', async (t) => {
  const text =
    'House rules\n\n1. Rinse the boats.\n2. Hang up the jackets.\n3. Lock the gate.\n\nGate code: ask Peter.\n';
  t.true(wordsOn(await digestOf(text, '', 'text/plain')).includes('ask Peter'));
});

test("two authors are named, and a site's name after a full-width colon is removed", async (t) => {
  const data = { '@type': 'NewsArticle', author: [{ name: 'Ada Berg' }, { name: 'Bo Lind' }] };
  const head =
    `<meta property="og:title" content="初冠雪を観測：朝霧新聞"><meta property="og:site_name" content="朝霧新聞">` +
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const { author, title } = await digestOf(`<article><p>${PROSE.repeat(6)}</p></article>`, head);
  t.is(author, 'Ada Berg, Bo Lind');
  t.is(title, '初冠雪を観測');
});

test('a description that ends in an ellipsis in brackets is not used', async (t) => {
  const first = 'I have lost more dahlias to good advice than to frost, and I have counted them.';
  const head = `<meta property="og:description" content="${first} Here […]">`;
  const { summary } = await digestOf(
    `<article><p>${first} Here is what I do.</p><p>${PROSE.repeat(6)}</p></article>`,
    head,
  );
  t.true(summary.includes('Here is what I do.'), summary);
  t.false(summary.includes('['));
});

test('a podcast episode has its length', async (t) => {
  const data = { '@type': 'PodcastEpisode', name: 'Drills', duration: 'PT38M', description: PROSE };
  const { about } = await digestOf('', `<script type="application/ld+json">${JSON.stringify(data)}</script>`);
  t.is(about?.seconds, 2280);
});
