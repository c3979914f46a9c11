import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of what was extracted.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, bareLink, content, request } from '../../modules/library/planners/material.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox(), texts: { timeLimitMs: 60_000 } });
test.after.always(() => extractor.close());

async function digestOf(text: string | Buffer, contentType: string) {
  const url = 'https://www.gazette.example/feed';
  return (await extractor.digest({ bytes: Buffer.from(text), contentType, url })).digest;
}

const itemsOf = ({ blocks }: Awaited<ReturnType<typeof digestOf>>) =>
  blocks.map((block) => (block.kind === 'item' ? [block.text, block.when ?? null] : block));

const rss = (items: string, more = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>The Gazette</title><language>en-gb</language>${more}${items}</channel></rss>`;

test('an RSS feed has its title and its entries with their times, the newest first', async (t) => {
  const items =
    '<item><title>Old &amp;amp; grey</title><pubDate>Tue, 24 Nov 2026 08:00:00 GMT</pubDate></item>' +
    '<item><title><![CDATA[The <b>bridge</b> opens]]></title><pubDate>Wed, 25 Nov 2026 09:30:00 +0100</pubDate></item>' +
    '<item><description>A post without a title.</description><pubDate>Mon, 23 Nov 2026 08:00:00 CET</pubDate></item>';
  const digest = await digestOf(rss(items), 'application/rss+xml');
  t.is(digest.title, 'The Gazette');
  t.is(digest.language, 'en');
  t.is(digest.siteName, 'gazette.example');
  t.deepEqual(itemsOf(digest), [
    ['The bridge opens', '2026-11-25T08:30:00.000Z'],
    ['Old & grey', '2026-11-24T08:00:00.000Z'],
    ['A post without a title.', '2026-11-23T08:00:00.000Z'],
  ]);
});

test('Atom, RDF and JSON Feed are read, and XML in its declared encoding', async (t) => {
  const entries = ['One', 'Two', 'Three'].map((title, at) => ({ title, at: `2026-11-2${3 - at}T10:00:00Z` }));
  const expected = entries.map(({ title, at }) => [title, at.replace('Z', '.000Z')]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Notes</title>${entries
    .map(({ title, at }) => `<entry><title type="html">${title}</title><updated>${at}</updated></entry>`)
    .join('')}</feed>`;
  const rdf = `<rdf:RDF xmlns:rdf="x" xmlns:dc="y"><channel><title>Notes</title></channel>${entries
    .map(({ title, at }) => `<item><title>${title}</title><dc:date>${at}</dc:date></item>`)
    .join('')}</rdf:RDF>`;
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Notes',
    items: entries.map(({ title, at }) => ({ title, date_published: at })),
  });
  for (const [text, type] of [
    [atom, 'application/atom+xml'],
    [rdf, 'text/xml'],
    [json, 'application/feed+json'],
    [json, 'application/json'],
  ] as const) {
    const digest = await digestOf(text, type);
    t.is(digest.title, 'Notes', type);
    t.deepEqual(itemsOf(digest), expected, type);
  }
  const latin = rss('<item><title>Café</title></item>').replace('?>', ' encoding="ISO-8859-1"?>');
  t.deepEqual(itemsOf(await digestOf(Buffer.from(latin, 'latin1'), 'text/xml')), [['Café', null]]);
});

test('the page of a feed has the newest entries and the number of the others', async (t) => {
  const items = Array.from(
    { length: 60 },
    (_, at) =>
      `<item><title>Entry number ${at + 100}</title><pubDate>${new Date(Date.UTC(2026, 10, 20, 0, at)).toUTCString()}</pubDate></item>`,
  );
  const digest = await digestOf(rss(items.join('')), 'application/rss+xml');
  const viewport = { width: 800, height: 480 };
  const asset = { ...bareLink('https://www.gazette.example/feed'), digest };
  const [action] = actionsOf(
    planByRules(request([content([asset])], { routing: { kind: 'output', viewport } })),
  );
  const { template, parameters } = action!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, viewport, 'monochrome');
  const words = scene.elements.flatMap((one) => (one.type === 'text' ? [one.properties.text] : [])).join(' ');
  t.true(words.includes('The Gazette'));
  t.true(words.includes('Entry number 159'));
  t.regex(words, /\+ \d+ more/);
  t.true(scene.elements.some(({ id }) => id.startsWith('qr-')));
});

test('XML and JSON that are not feeds are read as data', async (t) => {
  const digest = await digestOf('<weather><city>Oslo</city><rain>3.1</rain></weather>', 'application/xml');
  t.true(digest.text.includes('3.1'));
  t.true((await digestOf('{"version":"1","items":[1]}', 'application/json')).text.length > 0);
  t.true((await digestOf('<rss><channel><title>x', 'application/rss+xml')).text.length > 0);
});

test('a date without a zone is in UTC on every machine, and a title that is nested very deeply is ignored', async (t) => {
  const dates = ['2026-11-24T10:00:00', 'Mon, 23 Nov 2026 08:00:00', '2026-11-22'];
  const items = dates.map((date) => `<item><title>Post</title><pubDate>${date}</pubDate></item>`);
  t.deepEqual(itemsOf(await digestOf(rss(items.join('')), 'application/rss+xml')), [
    ['Post', '2026-11-24T10:00:00.000Z'],
    ['Post', '2026-11-23T08:00:00.000Z'],
    ['Post', '2026-11-22T00:00:00.000Z'],
  ]);
  const nested = `${'{"value":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`;
  const feed = `{"version":"https://jsonfeed.org/version/1.1","title":${nested},"items":[{"title":"Post"}]}`;
  t.deepEqual(itemsOf(await digestOf(feed, 'application/feed+json')), [['Post', null]]);
});

test('a feed of few entries has the beginning of their text, and one of many has titles only', async (t) => {
  const entry = (at: number) =>
    `<item><title>Entry ${at}</title><description>&lt;p&gt;The bridge opens on day ${at}.&lt;/p&gt;</description></item>`;
  const feedOf = async (count: number) =>
    itemsOf(
      await digestOf(
        rss(Array.from({ length: count }, (_, at) => entry(at + 1)).join('')),
        'application/rss+xml',
      ),
    );
  t.deepEqual(await feedOf(2), [
    ['Entry 1 – The bridge opens on day 1.', null],
    ['Entry 2 – The bridge opens on day 2.', null],
  ]);
  t.deepEqual((await feedOf(12))[0], ['Entry 1', null]);
});
