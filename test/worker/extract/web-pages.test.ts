import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const PROSE = 'The council met in the small hall and spoke about the old harbour for most of the evening. ';

async function digestOf(html: string, url = 'https://en.encyclopedia.example/wiki/Harbour') {
  const { digest } = await extractor.digest({ bytes: Buffer.from(html), contentType: 'text/html', url });
  return digest;
}

const page = (body: string, head = '<title>Harbour - Encyclopedia</title>') =>
  `<!doctype html><html lang="en"><head>${head}</head><body><article><h1>Harbour</h1>${body}</article></body></html>`;

test('the name of a site comes from the end of its titles and its address before its publisher', async (t) => {
  const data =
    '<script type="application/ld+json">{"@type":"Article","name":"Harbour","publisher":{"name":"The Foundation, Inc."}}</script>';
  const head = `<title>Harbour - Encyclopedia</title>${data}`;
  const { siteName, title } = await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head));
  t.is(siteName, 'Encyclopedia');
  t.is(title, 'Harbour');
  const elsewhere = await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head), 'https://other.example/');
  t.is(elsewhere.siteName, 'The Foundation, Inc.');
});

test('ruby readings above ideographs are not read twice', async (t) => {
  const words =
    '<ruby>子<rt>こ</rt></ruby>どもの<ruby>法律<rp>(</rp><rt>ほうりつ</rt><rp>)</rp></ruby>ができました。'.repeat(
      40,
    );
  const { text } = await digestOf(page(`<p>${words}</p>`));
  t.true(text.includes('子どもの法律ができました。'));
  t.false(text.includes('ほうりつ'));
});

test('a page in UTF-8 is read in UTF-8, whatever encoding it declares', async (t) => {
  const head = '<meta charset="shift_jis"><title>キーボードを発売</title>';
  t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).title, 'キーボードを発売');
});

const STEPS = [
  'Grate the zucchini with the coarse side of the grater, and press the water out of it with both hands.',
  'Chop the onion and fry it in a little oil until it is soft, then let it cool down for some minutes.',
  'Whisk the eggs with the salt, stir in the zucchini and the onion, and pour all of it into a flat dish.',
  'Bake it for half an hour in the middle of a hot oven, until it is firm and brown on the top.',
];

test("a recipe in the text of a page is recognized without structured data, with the page's title", async (t) => {
  const body =
    `<p>${PROSE}</p><p>Serves 4</p><h2>Ingredients</h2><ul><li>2 zucchini</li><li>1 onion</li><li>salt</li><li>3 eggs</li></ul>` +
    `<h2>Method</h2><ol>${STEPS.map((step) => `<li>${step}</li>`).join('')}</ol><h2>More to cook</h2><p>Soup</p>`;
  const { shape, blocks, omitted } = await digestOf(page(body, '<title>Zucchini slice</title>'));
  t.is(shape, 'recipe');
  const [first] = blocks;
  if (first?.kind !== 'recipe') return t.fail();
  t.is(first.recipe.title, 'Zucchini slice');
  t.deepEqual(first.recipe.facts, [{ key: '', value: 'Serves 4' }]);
  t.deepEqual(first.recipe.ingredients[0]?.lines, ['2 zucchini', '1 onion', 'salt', '3 eggs']);
  t.deepEqual(first.recipe.steps, [{ title: null, lines: STEPS }]);
  // The introduction above it and the text below it.
  t.true(omitted >= 17, String(omitted));
});

test('an article with a list of materials, or with a recipe in it, is kept whole', async (t) => {
  const list = (...lines: string[]) => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  const shelf = `<h2>What you need</h2>${list('2 boards', '8 screws', '1 l paint')}<h2>Instructions</h2>${list('Drill two holes into the wall.', 'Fix the boards.')}`;
  const syrup = `<h2>Ingredients</h2>${list('5 ml syrup', '2 g sugar', '1 g salt')}<h2>Directions</h2>${list('Shake it before use.', 'Take it with food at night.')}`;
  const box = `<h2>Ingredients</h2>${list('2 eggs', '100 g flour', '1 onion')}<h2>Method</h2>${list('Mix the eggs with the flour.', 'Bake it with the onion.')}`;
  const band = `<h2>Состав</h2>${list('Иван — вокал (1981—1990)', 'Пётр — бас (1982)', 'Олег — гитара (1983)')}<p>Играли 10 лет.</p><p>Распались.</p>`;
  for (const body of [shelf, syrup, box, band]) {
    const { shape, text } = await digestOf(
      page(`<p>${PROSE.repeat(6)}</p>${body}<p>At last the harbour.</p>`),
    );
    t.is(shape, 'article');
    t.true(text.includes('At last the harbour.'));
  }
});

test('ingredients and steps without amounts are not a recipe', async (t) => {
  const body =
    `<p>${PROSE.repeat(6)}</p><h2>Ingredients</h2><ul><li>Melon</li><li>Poppy</li><li>Roots of the old tree</li></ul>` +
    `<h2>Steps</h2><p>${PROSE}</p><p>${PROSE}</p>`;
  const { shape, blocks } = await digestOf(page(body));
  t.is(shape, 'article');
  t.true(blocks.some(({ kind }) => kind === 'item'));
});

test('a site name with a dot is an address, so the publisher is preferred', async (t) => {
  const data =
    '<script type="application/ld+json">{"@type":"Article","name":"Harbour","publisher":{"name":"Sports News"}}</script>';
  const head = `<title>Harbour - Sports.example</title>${data}`;
  t.is(
    (await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head), 'https://sports.example/a')).siteName,
    'Sports News',
  );
});

test('a page with a video shows its own description', async (t) => {
  const head =
    '<title>Keynote</title><meta name="description" content="Keynote by José">' +
    '<script type="application/ld+json">{"@type":"VideoObject","name":"Keynote","duration":"PT1H"}</script>';
  const { summary } = await digestOf(page(`<p>${'These chapters are generated. '.repeat(30)}</p>`, head));
  t.is(summary, 'Keynote by José');
});

test("a social network's words around a post are removed, and the post is the lead", async (t) => {
  const head =
    '<title>x</title><meta property="og:site_name" content="Instagram"><meta property="og:title" content=\'Maria on Instagram: "Off to the lake with everyone"\'><meta property="og:description" content=\'298K likes, 553 comments - maria on May 29: "Off to the lake with everyone".\'>';
  const { title, summary } = await digestOf(page('', head), 'https://www.instagram.com/p/1');
  t.is(title, 'Maria');
  t.is(summary, 'Off to the lake with everyone');
});

test('a title ends before the name of its site', async (t) => {
  const head =
    '<title>Leaves in Hsinchu (2) @ The Blue House :: PIXNET ::</title><meta property="og:site_name" content="The Blue House">';
  t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).title, 'Leaves in Hsinchu (2)');
});

test('a whole description is preferred to one that was cut', async (t) => {
  const whole = 'The harbour is free of cars from the first of March, and the ferry stays.';
  const head = `<title>Harbour</title><meta property="og:description" content="The harbour is free of cars from the first of…"><meta name="description" content="${whole}">`;
  t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).summary, whole);
});

test("a site's slogan does not replace a description that was cut", async (t) => {
  const slogan = 'News from Oxford and the region, every day of the year and for everyone.';
  const head = `<title>Harbour</title><meta property="og:description" content="The council met in the small hall and…"><meta name="description" content="${slogan}">`;
  t.true((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).summary?.startsWith('The council met'));
});

test("a quotation is kept in a newspaper's headline, and extracted only from titles of social networks", async (t) => {
  const headOf = (site: string, title: string) =>
    `<title>x</title><meta property="og:site_name" content="${site}"><meta property="og:title" content='${title}'><meta property="og:description" content="The prime minister ruled out leaving before the vote in May.">`;
  const titles: [string, string][] = [
    ['BBC', 'PM tells BBC: "We will stay"'],
    ['Guardian', 'Review: Guardian: "A triumph"'],
    ['BBC', 'PM on X: "We will stay"'],
  ];
  for (const [site, title] of titles) {
    const digest = await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, headOf(site, title)));
    t.is(digest.title, title);
    t.true(digest.summary?.startsWith('The prime minister'));
  }
  const post = await digestOf(page('', headOf('X (formerly Twitter)', 'Maria on X: "Off to the lake"')));
  t.deepEqual([post.title, post.summary], ['Maria', 'Off to the lake']);
});

test('a headline with the name of its site within it is unchanged', async (t) => {
  const titles: [string, string][] = [
    ['Google', 'Why Apple - Google - Meta fall behind'],
    ['Google', 'Why Apple | Google | Meta fall behind'],
    ['BBC', 'Interview - BBC - part two'],
  ];
  for (const [site, title] of titles) {
    const head = `<title>x</title><meta property="og:site_name" content="${site}"><meta property="og:title" content="${title}">`;
    t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).title, title);
  }
});

test('a picture credit and a date of change are neither the author nor the beginning of the text', async (t) => {
  const body = (byline: string) =>
    `<p class="byline">${byline}</p><span class="copyright-print">Harbour © Tourism Ltd / T. Kujat</span><p>${PROSE.repeat(6)}</p>`;
  for (const byline of ['Photo: Reuters', '[Submitted on 12 Jun 2017 (v1)]'])
    t.is((await digestOf(page(body(byline)))).author, null, byline);
  for (const name of ['Nora Levi', 'BILD-Redaktion', 'Bild am Sonntag'])
    t.is((await digestOf(page(body(`By ${name}`)))).author, name);
  t.false((await digestOf(page(body('By Nora Levi')))).text.includes('Kujat'));
});

test('numbered steps in one text are separate steps', async (t) => {
  const recipe = JSON.stringify({
    '@type': 'Recipe',
    name: '焗饭',
    recipeIngredient: ['150克鸡胸肉', '半根胡萝卜', '一个土豆'],
    recipeInstructions: '1.番茄切丁，洋葱切丝备用 2.土豆切丁 3.鸡肉切块，加1.5勺淀粉 4.炒熟',
  });
  const { blocks } = await digestOf(
    page('', `<title>焗饭</title><script type="application/ld+json">${recipe}</script>`),
  );
  const [first] = blocks;
  t.deepEqual(first?.kind === 'recipe' ? first.recipe.steps[0]?.lines : [], [
    '番茄切丁，洋葱切丝备用',
    '土豆切丁',
    '鸡肉切块，加1.5勺淀粉',
    '炒熟',
  ]);
});

test('numbers in a text of steps that do not number them are kept', async (t) => {
  const recipe = JSON.stringify({
    '@type': 'Recipe',
    name: 'Tea',
    recipeIngredient: ['1 egg', '2 l milk', '3 g salt'],
    recipeInstructions: '1. Take 2.5 l 2. Add 3) cups 3. Keep it at 20.',
  });
  const head = `<title>Tea</title><script type="application/ld+json">${recipe}</script>`;
  const [first] = (await digestOf(page('', head))).blocks;
  t.deepEqual(first?.kind === 'recipe' ? first.recipe.steps[0]?.lines : [], [
    'Take 2.5 l',
    'Add 3) cups',
    'Keep it at 20.',
  ]);
});

test('a title of the section or of the artist gives way to the one that the page calls itself', async (t) => {
  const body = `<p>${PROSE.repeat(6)}</p>`;
  const section =
    '<title>Repair café on 31 January: Town</title><meta property="og:title" content="Repair café on 31 January"><meta property="og:title" content="Current">';
  t.is(
    (await digestOf(`<html><head>${section}</head><body><article>${body}</article></body></html>`)).title,
    'Repair café on 31 January',
  );
  const song = '<title>The Harbour Band – Winter Rain Lyrics | Songs</title>';
  const artist = `<html><head>${song}</head><body><h1>Winter Rain</h1><h2>The Harbour Band</h2><article>${body}</article></body></html>`;
  t.is((await digestOf(artist)).title, 'Winter Rain');
  const news =
    '<title>Storm: Harbour closed for a week</title><meta property="og:title" content="Harbour closed after storm">';
  t.is(
    (await digestOf(`<html><head>${news}</head><body><h1>Harbour stays closed</h1>${body}</body></html>`))
      .title,
    'Harbour closed after storm',
  );
});

test('a site is not its own author', async (t) => {
  const head =
    '<title>Harbour</title><meta property="og:site_name" content="The Gazette"><meta name="author" content="The Gazette">';
  t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head))).author, null);
});

test('a repository says its description once', async (t) => {
  const words = 'Convert a bundle of the simulator to one of the desktop, without its sources';
  const head = (title: string, description: string) =>
    `<meta property="og:site_name" content="GitHub"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}">`;
  const named = await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, head(`anna/convert: ${words}`, words)));
  t.is(named.title, 'anna/convert');
  t.true(named.summary.startsWith(words));
  const twice = await digestOf(
    page(`<p>${PROSE.repeat(6)}</p>`, head('anna/convert', `${words} - anna/convert: ${words}`)),
  );
  t.is(twice.summary, words);
});

test('an article in scripts without spaces has fewer letters, and a template may declare English', async (t) => {
  const menu = '<nav><ul><li>トップ</li><li>社会</li><li>経済</li></ul></nav>';
  const words =
    '文化庁は１日、優れた作品を顕彰する今年度の賞を発表した。番組の賞には、五歳の女の子が大人に質問を投げかける番組が選ばれた。';
  const article = `<html lang="ja"><head><title>賞</title></head><body>${menu}<article><p>${words.repeat(4)}</p></article></body></html>`;
  const { blocks, shape } = await digestOf(article);
  t.is(shape, 'article');
  t.deepEqual(blocks, [{ kind: 'paragraph', text: words.repeat(4) }]);
  const german =
    'Der Rat traf sich im kleinen Saal und sprach den größten Teil des Abends über den alten Hafen. ';
  t.is((await digestOf(page(`<p>${german.repeat(6)}</p>`))).language, 'de');
  t.is((await digestOf(page(`<p>${PROSE.repeat(6)}</p>`))).language, 'en');
});

test('notes on the law and on money are not the beginning of an article, and a date does not end its first sentence', async (t) => {
  const german =
    'Der Rat trifft sich am Samstag, 31. Januar, im kleinen Saal und spricht über den alten Hafen.';
  const html = (note: string) =>
    `<html lang="de"><head><title>Hafen</title></head><body><article><p>${note}</p><p>${german} ${'Danach wird lange über den Hafen gesprochen, und alle hören zu. '.repeat(8)}</p></article></body></html>`;
  for (const note of [
    'Haftungsausschluss: Für die Angaben in diesem Text wird keine Gewähr übernommen, auch nicht für verlinkte Seiten.',
    'Dieser Beitrag enthält Werbelinks: Beim Kauf über sie erhalten wir etwas, der Preis bleibt gleich.',
    'Die Texte auf dieser Seite stellen keine Anlageberatung dar, sie geben die Meinung der Redaktion wieder.',
    'Dieser Artikel ist mehr als 5 Jahre alt, und manches in ihm kann sich seither geändert haben.',
  ]) {
    const { summary } = await digestOf(html(note));
    t.true(summary.startsWith(german), `${note} → ${summary}`);
  }
});

test('a page to which its site gives no title is called by its first section', async (t) => {
  const head =
    '<title>Gazette of the Coast -</title><meta name="description" content="All about the coast.">';
  const first = 'Please read what to expect from the buses before you travel on one of them this week.';
  const operators = Array.from(
    { length: 6 },
    (_, at) => `<div><h3>Line ${at}</h3><p>${PROSE.repeat(3)}</p></div>`,
  );
  const body =
    `<h1></h1><div class="item"><div><div><h2>Buses instead of trains</h2><p>${first}</p></div></div></div>` +
    `<div class="lines">${operators.join('')}</div>`;
  const { title, summary, text } = await digestOf(
    `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  );
  t.is(title, 'Buses instead of trains');
  t.not(summary, 'All about the coast.');
  t.true(text.startsWith(first), text.slice(0, 100));
});

test('a title ends before its invitation to read the page', async (t) => {
  const titled = async (text: string) =>
    (await digestOf(page(`<p>${PROSE.repeat(6)}</p>`, `<title>${text}</title>`))).title;
  t.is(
    await titled('Anna gave the harbour 5 stars. Check out the full review...'),
    'Anna gave the harbour 5 stars.',
  );
  t.is(await titled('Harbour lights? See the light…'), 'Harbour lights? See the light…');
});
