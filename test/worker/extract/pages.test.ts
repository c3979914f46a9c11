import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const meta = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join('');

async function read(head: string, body: string, lang = 'en') {
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;
  const input = { bytes: Buffer.from(html), contentType: 'text/html', url: 'https://site.example/page' };
  return (await extractor.digest(input)).digest;
}

const SENTENCES = [
  'Town engineers closed the old swing bridge on Monday for what they promise will be the last repair of its life.',
  'By nine in the morning some two hundred people had gathered on the quay, many of them with folding chairs.',
  'The council has set aside four million for the work, about half of what a replacement would have cost.',
  'When the bearings return from the foundry they will carry the names of the people who cast them.',
];
const article = `<article><h1>The bridge</h1>${SENTENCES.map((each) => `<p>${each}</p>`).join('')}</article>`;

test('a recipe in JSON-LD is read from any page', async (t) => {
  const recipe = {
    '@type': ['Recipe', 'NewsArticle'],
    name: 'Roasted tomato soup',
    recipeYield: ['4', '4 servings'],
    totalTime: 'PT1H5M',
    recipeIngredient: ['1 kg tomatoes', 'Salt &amp; pepper'],
    recipeInstructions: [
      {
        '@type': 'HowToSection',
        name: 'Soup',
        itemListElement: [{ '@type': 'HowToStep', text: '1. Roast.' }],
      },
      { '@type': 'HowToStep', text: 'Serve <b>hot</b>.' },
    ],
  };
  const found = await read(data({ '@graph': [{ '@type': 'WebSite', name: 'x' }, recipe] }), article);
  t.is(found.shape, 'recipe');
  t.is(found.title, 'Roasted tomato soup');
  t.deepEqual(found.blocks, [
    {
      kind: 'recipe',
      recipe: {
        title: 'Roasted tomato soup',
        facts: [
          { key: '', value: '4 servings' },
          { key: '', value: '1 hr 5 min' },
        ],
        ingredients: [{ title: null, lines: ['1 kg tomatoes', 'Salt & pepper'] }],
        steps: [
          { title: null, lines: ['Serve hot.'] },
          { title: 'Soup', lines: ['Roast.'] },
        ],
        notes: [],
      },
    },
  ]);
});

test('a recipe in microdata is the same', async (t) => {
  const found = await read(
    '<title>Pfannkuchen</title>',
    `<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Pfannkuchen</h1>
     <div itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Oma</span></div>
     <i itemprop="recipeIngredient">4 Eier</i><i itemprop="recipeIngredient">Mehl</i>
     <p itemprop="recipeInstructions">Rühren.</p><p itemprop="recipeInstructions">Backen.</p></div>`,
    'de',
  );
  const [block] = found.blocks;
  t.true(block?.kind === 'recipe');
  if (block?.kind !== 'recipe') return;
  t.is(block.recipe.title, 'Pfannkuchen');
  t.deepEqual(block.recipe.ingredients[0]?.lines, ['4 Eier', 'Mehl']);
  t.deepEqual(block.recipe.steps[0]?.lines, ['Rühren.', 'Backen.']);
  t.is(found.author, 'Oma');
});

test('steps of microdata without a space between them are separate steps', async (t) => {
  const found = await read(
    '',
    `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Tortilla</b><i itemprop="recipeIngredient">6 huevos</i><ol itemprop="recipeInstructions"><li>Mezclar.</li><li>Cuajar.</li></ol></div>`,
  );
  const [block] = found.blocks;
  t.deepEqual(block?.kind === 'recipe' && block.recipe.steps[0]?.lines, ['Mezclar.', 'Cuajar.']);
});

test('an event has its local time, its place and its price', async (t) => {
  const event = {
    '@type': 'MusicEvent',
    name: 'Day Tour',
    startDate: '2026-12-05T20:00:00-05:00',
    eventStatus: 'https://schema.org/EventCancelled',
    location: { name: 'Hall', address: { streetAddress: 'Pier 12', addressLocality: 'Boston' } },
    offers: [
      { price: '38.50', priceCurrency: 'USD' },
      { price: 52, priceCurrency: 'USD' },
    ],
  };
  const found = await read(data([event]), '<p>Buy tickets</p>');
  t.is(found.shape, 'article');
  t.is(found.title, 'Day Tour');
  t.like(found.about, {
    kind: 'event',
    start: '2026-12-05T20:00:00',
    place: 'Hall, Pier 12, Boston',
    price: { from: 38.5, to: 52, currency: 'USD' },
    status: 'cancelled',
  });
});

test('several events are an agenda in their order', async (t) => {
  const event = (name: string, startDate: string) => ({ '@type': 'ScreeningEvent', name, startDate });
  const found = await read(
    data([event('B', '2026-12-06T18:00'), event('A', '2026-12-05')]),
    '<h1>Programme</h1>',
  );
  t.is(found.shape, 'agenda');
  const [block] = found.blocks;
  t.deepEqual(block?.kind === 'events' && block.events.map(({ title, start }) => [title, start]), [
    ['A', '2026-12-05'],
    ['B', '2026-12-06T18:00:00'],
  ]);
});

test('a product has its price from structured data or Open Graph, in every notation', async (t) => {
  const offer = { '@type': 'Product', name: 'Kettle', offers: { price: '1,299.90', priceCurrency: 'EUR' } };
  t.deepEqual((await read(data(offer), '<p>Buy</p>')).about?.price, {
    from: 1299.9,
    to: null,
    currency: 'EUR',
  });
  const graph = meta({
    'og:title': 'Blanket',
    'product:price:amount': '1.290,00',
    'product:price:currency': 'sek',
  });
  t.deepEqual((await read(graph, '<p>Buy</p>')).about?.price, { from: 1290, to: null, currency: 'SEK' });
});

test('a video has its length and its picture', async (t) => {
  const video = { '@type': 'VideoObject', name: 'Lens', duration: 'PT12M48S', thumbnailUrl: ['/lens.jpg'] };
  const found = await read(data(video), '<div id="player"></div>');
  t.is(found.shape, 'article');
  t.is(found.about?.seconds, 768);
  t.is(found.leadImageUrl, 'https://site.example/lens.jpg');
});

test('behind a paywall or a cookie notice the description of the page is used', async (t) => {
  const head = meta({ 'og:title': 'Heat batteries', 'og:description': 'Sand stores the summer.' });
  const offers = [
    'Complete digital access to quality journalism on any device, with analysis from industry leaders.',
    'Standard Digital €39 per month. Premium Digital €59 per month, with weekend print delivery.',
    'We and our 842 partners store and access personal data. Accept all. Cookie settings.',
    'Already a subscriber? Sign in to continue reading this article today.',
  ];
  const wall = `<div class="content"><h1>Heat batteries</h1>${[...offers, ...offers].map((each) => `<p>${each}</p>`).join('')}</div>`;
  const found = await read(head, wall);
  t.is(found.shape, 'article');
  t.is(found.summary, 'Sand stores the summer.');
  t.deepEqual(found.blocks, [{ kind: 'paragraph', text: 'Sand stores the summer.' }]);
});

test('numbers of footnotes, internal names of sites and doubly escaped marks are left out', async (t) => {
  const marked = article.replace(
    'of its life.',
    'of its life.<sup class="reference">[<a href="#n">3</a>]</sup>',
  );
  const found = await read(meta({ author: '@gazette' }), marked);
  t.false(found.text.includes('['));
  t.is(found.author, null);
  t.is(
    (await read(meta({ 'og:description': 'The &amp;quot;old&amp;quot; bridge' }), '<p>Soon</p>')).summary,
    'The "old" bridge',
  );
});

test('comments are left out of an article, and an article about cookies is kept', async (t) => {
  const comments = `<section id="comments"><p>${'Tom: I was there and it was wonderful, thank you all. '.repeat(20)}</p></section>`;
  t.notRegex((await read('', article + comments)).text, /Tom/);
  const recipe = `<article class="cookies"><h1>Cookies</h1>${SENTENCES.map((each) => `<p>${each} Cookies and privacy policy were served.</p>`).join('')}</article>`;
  t.regex((await read('<title>Cookies</title>', recipe)).text, /swing bridge/);
});

test("the lead is the beginning of the author's text in whole sentences", async (t) => {
  const cut = meta({ 'og:description': 'Town engineers closed the old …' });
  for (const head of ['', cut]) {
    const { summary } = await read(head, article);
    t.true(SENTENCES.join(' ').startsWith(summary), summary);
    t.true(summary.endsWith('.'));
  }
  const own = 'Two hundred people came to watch the first bearing leave the swing bridge.';
  t.is((await read(meta({ 'og:description': own }), article)).summary, own);
});

test('structured data that is broken, endless or hostile is ignored', async (t) => {
  const nested = (depth: number): unknown => (depth === 0 ? { '@type': 'Recipe' } : { x: nested(depth - 1) });
  const odd = [
    '{"@type": "Recipe", ',
    JSON.stringify(nested(500)),
    JSON.stringify({ '@type': 'Product', name: { name: {} }, offers: [[[]]], image: [{}] }),
    JSON.stringify({ '@type': 'Event', startDate: 'soon', location: 7, __proto__: null }),
    '[null, 1, "x", [[]]]',
  ];
  for (const text of odd) {
    const found = await read(`<script type="application/ld+json">${text}</script>`, article);
    t.is(found.shape, 'article', text.slice(0, 40));
    t.regex(found.text, /swing bridge/);
  }
});

test("the name of a site is taken off a title, and a site's name alone is not a title", async (t) => {
  const titled = async (title: string) =>
    (await read(`<title>${title}</title>${meta({ 'og:site_name': 'GitHub' })}`, '<p>Some words here.</p>'))
      .title;
  t.is(await titled('GitHub - maartje/tidewatch: Predicts tides'), 'maartje/tidewatch: Predicts tides');
  t.is(await titled('Tides · GitHub'), 'Tides');
  t.is(await titled('Untitled Document'), null);
});

test('amounts in elements of their own are joined to their ingredients', async (t) => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Cake',
    recipeIngredient: ['1/4', 'cup butter', '1', 'can pineapple', 'Salt'],
    recipeInstructions: 'Bake.',
  };
  const { blocks } = await read(data(recipe), article);
  t.like(blocks[0], {
    recipe: { ingredients: [{ title: null, lines: ['1/4 cup butter', '1 can pineapple', 'Salt'] }] },
  });
});

test('a title keeps the words before its colon, and a handle loses its sign', async (t) => {
  const title = 'Outside the web: standalone binaries of every kind';
  const found = await read(
    `<title>${title} · V8</title>${meta({ 'twitter:site': '@v8js' })}`,
    article.replace('The bridge', title),
  );
  t.is(found.title, title);
  t.is(found.siteName, 'v8js');
});
