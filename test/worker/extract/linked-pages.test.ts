import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox(), texts: { timeLimitMs: 60_000 } });
test.after.always(() => extractor.close());

const PROSE = 'The council met in the small hall and spoke about the old harbour for most of the evening. ';

async function digestOf(
  body: string,
  head = '<title>Harbour</title>',
  url = 'https://gazette.example/harbour',
) {
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><article><h1>Harbour</h1><p>${PROSE.repeat(6)}</p>${body}</article></body></html>`;
  return (await extractor.digest({ bytes: Buffer.from(html), contentType: 'text/html', url })).digest;
}

test('words of neighbouring elements are separated, and the parts of one word are joined', async (t) => {
  const { text } = await digestOf(
    `<p><a href="/a">Anna</a><a href="/b">bruno</a> and <span>View Profile</span><b>Elizabeth</b> wrote <i>un</i><b>believable</b> H<sub>2</sub>O.</p>`,
  );
  t.true(text.includes('Anna bruno and View Profile Elizabeth wrote unbelievable H2O.'), text);
});

test('an item with several lines is one line, and lists within lists keep their depth', async (t) => {
  const { blocks } = await digestOf(
    '<ul><li><h3>Bread</h3><p>Every day.</p><p>From six</p></li><li>Cake<ul><li>Plum</li><li>Apple</li></ul></li></ul>',
  );
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [[block.text, block.level ?? 0]] : []));
  t.deepEqual(items, [
    ['Bread · Every day. From six', 0],
    ['Cake', 0],
    ['Plum', 1],
    ['Apple', 1],
  ]);
});

test('code keeps its lines, also if each is an element', async (t) => {
  const { blocks } = await digestOf(
    '<pre><code><div>let a = 1;</div><div>  a += 2;</div></code></pre><pre>one<br>two</pre>',
  );
  const code = blocks.flatMap((block) => (block.kind === 'code' ? [block.text] : []));
  t.deepEqual(code, ['let a = 1;\n  a += 2;', 'one\ntwo']);
});

test('labels of buttons are not text, and links in sentences are', async (t) => {
  const { text } = await digestOf(
    '<p><a class="btn btn-primary" href="/cart">Add to cart</a></p><div><a href="#">Top</a></div>' +
      '<p><span role="button">Share</span></p><p>Read <a href="#">the minutes</a> of the meeting.</p>',
  );
  for (const label of ['Add to cart', 'Top', 'Share']) t.false(text.includes(label), label);
  t.true(text.includes('Read the minutes of the meeting.'));
});

test('an author is a name without the words and dates around it', async (t) => {
  const named: [string, string | null][] = [
    ['by Jake Goulding', 'Jake Goulding'],
    ['von Lupa am 26/10/13, 03:48 pm', 'Lupa'],
    ['Zeige alle Beiträge von Simon Dückert →', 'Simon Dückert'],
    ['Anna Berg, 12 March 2024', 'Anna Berg'],
    ['Autor/in: Korinna Hennig', 'Korinna Hennig'],
    ['Beitragvon Mia', 'Mia'],
    ['publisher', null],
    ['BILD-Redaktion', 'BILD-Redaktion'],
    ['Ludwig van Beethoven', 'Ludwig van Beethoven'],
  ];
  for (const [line, author] of named)
    t.is(
      (await digestOf('', `<title>Harbour</title><meta name="author" content="${line}">`)).author,
      author,
      line,
    );
});

test('the authors of a paper are all named, or the first one with the number of the others', async (t) => {
  const metas = (...names: string[]) =>
    names.map((name) => `<meta name="citation_author" content="${name}">`).join('');
  const of = async (...names: string[]) =>
    (await digestOf('', `<title>Harbour</title>${metas(...names)}`)).author;
  t.is(await of('Anna Berg', 'Bo Ek'), 'Anna Berg; Bo Ek');
  t.is(await of('Anna Berg', 'Bo Ek', 'Cy Dahl', 'Di Eng'), 'Anna Berg + 3');
});

test('the day of an article comes from what its page shows, or from its address', async (t) => {
  const shown = async (text: string) =>
    (await digestOf(`<p class="date">${text}</p>`)).publishedAt?.slice(0, 10);
  for (const text of [
    '15 августа 2016, 13:43',
    '15. August 2016',
    'August 15, 2016',
    '15.08.2016',
    '2016年8月15日',
  ])
    t.is(await shown(text), '2016-08-15', text);
  t.is(await shown('Open 9 to 17'), undefined);
  const dated = await digestOf('', '<title>Harbour</title>', 'https://gazette.example/2019/12/17/harbour/');
  t.is(dated.publishedAt?.slice(0, 10), '2019-12-17');
});

test('a description that is the beginning of the text is replaced by the text', async (t) => {
  const cut = `${PROSE.repeat(2)}The council met in the sma`;
  const { summary } = await digestOf('', `<title>Harbour</title><meta name="description" content="${cut}">`);
  t.is(summary, PROSE.repeat(3).trim());
  const own = 'Nobody knows what will become of the old harbour and its boats';
  const named = await digestOf('', `<title>Harbour</title><meta name="description" content="${own}">`);
  t.is(named.summary, own);
});

test("a title is complete although the document's title has no room for its end", async (t) => {
  const title = 'Harbour to close: the council says that nothing else is left to be done about it';
  const head = `<title>${title.slice(0, 42)}</title><meta property="og:title" content="${title}">`;
  t.is((await digestOf('', head)).title, title);
});

test('headings of collapsible parts are text, and so are long words in raised type', async (t) => {
  const { text } = await digestOf(
    `<h2><button aria-expanded="false">May dogs come along?</button></h2><p>${PROSE}</p>` +
      `<h2><a role="button" href="#">Where is the ferry?</a></h2><p>${PROSE}</p>` +
      '<p>Since then<sup><a href="#1">1</a></sup> it is closed. <sup>The mayor (<a href="#m">more</a>) was not at home that day.</sup></p>',
  );
  for (const words of [
    'May dogs come along?',
    'Where is the ferry?',
    'The mayor (more) was not at home that day.',
  ])
    t.true(text.includes(words), `${words}\n${text}`);
  t.true(text.includes('Since then it is closed.'), text);
});

test('pages with very many small parts are read in linear time', async (t) => {
  // In a child, whose processor time is limited: reading in quadratic time would exceed it.
  const limited = createExtractor({ children: 1, texts: { timeLimitMs: 60_000 } });
  t.teardown(() => limited.close());
  const many = 12_000;
  const link = '<a href="#">x</a>';
  for (const [name, body] of Object.entries({
    links: `<div><div>${'<b>y</b>'.repeat(many)}</div>${link.repeat(many)}</div>`,
    seams: `<p>${'word '.repeat(100_000)}${'<b>x</b>'.repeat(many)}</p>`,
    items: `<ul><li>${`<p>${'-'.repeat(400)}</p>`.repeat(1500)}</li></ul>`,
    code: `<pre>${'x'.repeat(400_000)}${'<div>x</div>'.repeat(many)}</pre>`,
  })) {
    const { digest } = await limited.digest({
      bytes: Buffer.from(
        `<!doctype html><html><head><title>Harbour</title></head><body>${body}</body></html>`,
      ),
      contentType: 'text/html',
      url: 'https://gazette.example/',
    });
    t.truthy(digest.text, name);
  }
});

test('the page of a thread shows its first post, by its metadata or the numbers of its posts', async (t) => {
  const posts = [
    'My cat brings earth home every night, and I do not know where from. What can I do about it?',
    PROSE.repeat(8),
    PROSE.repeat(5),
  ];
  const body = (mark: string, inner: string) =>
    posts
      .map(
        (words, at) =>
          `<div ${mark.replace('#', String(at + 101))}><span>Anna, #${at + 1}</span><div class="${inner}">${words}</div></div>`,
      )
      .join('');
  const read = async (head: string, html: string) => {
    const page = `<!doctype html><html lang="en"><head><title>Earth</title>${head}</head><body><h1>Earth</h1>${html}</body></html>`;
    return (
      await extractor.digest({
        bytes: Buffer.from(page),
        contentType: 'text/html',
        url: 'https://cats.example/1',
      })
    ).digest;
  };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: 'Earth',
    articleBody: `${posts[0]?.slice(0, 60)}...`,
  };
  const named = await read(
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    body('class="reply"', 'words'),
  );
  const numbered = await read('', body('id="post-#"', 'postcontent'));
  for (const { text, shape } of [named, numbered]) {
    t.is(text, posts[0] ?? '');
    t.is(shape, 'article');
  }
});

test('doubled parentheses in a recipe become single', async (t) => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Beef',
    recipeIngredient: ['1 cup water ((240ml))', 'salt'],
    recipeInstructions: 'Stir.',
  };
  const { text } = await digestOf(
    '',
    `<script type="application/ld+json">${JSON.stringify(recipe)}</script>`,
  );
  t.true(text.includes('1 cup water (240ml)'), text);
});

test('whole amounts, joined paragraphs and numbers of steps in a recipe are written in the usual form', async (t) => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Bratlinge',
    recipeIngredient: ['500.0 g Erbsen', '0.5 Bund Petersilie', '2.0 Ei'],
    recipeInstructions:
      'Schritt 1:<br>Alles fein schneiden.Erbsen pürieren.<br>Schritt 2:<br>Im Ofen bei 200.0 Grad backen.',
  };
  const { blocks } = await digestOf(
    '',
    `<script type="application/ld+json">${JSON.stringify(recipe)}</script>`,
  );
  const [first] = blocks;
  const read = first?.kind === 'recipe' ? first.recipe : null;
  t.deepEqual(read?.ingredients[0]?.lines, ['500 g Erbsen', '0.5 Bund Petersilie', '2 Ei']);
  t.deepEqual(read?.steps[0]?.lines, [
    'Alles fein schneiden.',
    'Erbsen pürieren.',
    'Im Ofen bei 200.0 Grad backen.',
  ]);
});

test('metadata with line breaks within texts and a comma after the last value is read', async (t) => {
  const json =
    '{"@type": "Recipe", "name": "Salade", "recipeIngredient": ["500g de carottes", "sel",],\n "recipeInstructions": "Laver.\nCuire."}';
  const { shape, text } = await digestOf('', `<script type="application/ld+json">${json}</script>`);
  t.is(shape, 'recipe');
  t.true(text.includes('500g de carottes'));
});

test('reviews of visitors are not the subject of a page about a product or concerts', async (t) => {
  const review = { '@type': 'Review', author: 'Ben', datePublished: '2014-12-29', reviewBody: 'Nice.' };
  const wine = {
    '@type': 'Product',
    name: 'Rosé',
    brand: 'Beringer',
    offers: { '@type': 'Offer', price: '7.49', priceCurrency: 'EUR' },
    review,
  };
  const concert = (day: number) => ({
    '@type': 'MusicEvent',
    name: 'Fields',
    startDate: `2026-12-0${day}T20:00`,
    location: 'Hall',
  });
  const read = (data: unknown) =>
    digestOf(
      '',
      `<meta name="author" content="Shop Software"><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    );
  const product = await read(wine);
  t.is(product.about?.price?.from, 7.49);
  t.is(product.author, 'Beringer');
  t.is((await read([concert(1), concert(2), review])).shape, 'agenda');
  const own = await read({
    ...review,
    itemReviewed: { '@type': 'Product', name: 'Rosé', aggregateRating: {} },
  });
  t.is(own.about?.kind, 'article');
});
