import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

interface Page {
  head?: string;
  body?: string;
  title?: string;
  url?: string;
  data?: object;
}

async function digestOf({ head = '', body = '', title = 'Harbour', url, data }: Page) {
  const script = data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : '';
  const html = `<!doctype html><html lang="en"><head><title>${title}</title>${head}${script}</head><body>${body}</body></html>`;
  const address = url ?? 'https://gazette.example/harbour';
  return (await extractor.digest({ bytes: Buffer.from(html), contentType: 'text/html', url: address }))
    .digest;
}

const described = (text: string, property = 'name="description"') => `<meta ${property} content="${text}">`;

test('a sentence in the metadata is preferred to a label', async (t) => {
  const sentence = 'A brash senior skips school and spends a long day at the harbour with his friends.';
  const head = described('1h 43m | PG-13', 'property="og:description"') + described(sentence);
  t.is((await digestOf({ head })).summary, sentence);
});

test('a closed page whose description is the beginning of its title shows no other stories', async (t) => {
  const head = `<meta property="og:type" content="article">${described('Harbour news:')}`;
  const body =
    '<h1>Harbour news: cars leave in March</h1><p>To read the full story, join now or sign in.</p>' +
    '<ul><li>Fire at the mill, all are safe</li><li>The ferry is late again</li></ul>';
  const { title, text, summary } = await digestOf({ title: 'Harbour news: cars leave in March', head, body });
  t.is(title, 'Harbour news: cars leave in March');
  t.is(`${summary}${text}`, '');
});

test('facts side by side in a description stay, and what advertises the site goes', async (t) => {
  const head = described(
    'House by the harbour for 9 people from € 94 a night | No. 40222 | Find your dream on Seaside.example now. ✓ Safe booking',
  );
  const { summary } = await digestOf({ head, url: 'https://www.seaside.example/40222' });
  t.is(summary, 'House by the harbour for 9 people from € 94 a night · No. 40222');
});

test('what players add to the description of an episode is not shown', async (t) => {
  const words = 'In this episode we talk about tides: what moves the water, and who wrote the first table.';
  for (const text of [
    `Listen to this episode from Tides - A Podcast on Spotify. ${words}`,
    `${words}See acast.com/privacy for privacy and opt-out information.`,
  ])
    t.is((await digestOf({ head: described(text) })).summary, words);
});

test('an app, a hotel and a film are described by their data, with price, place and rating', async (t) => {
  const head = described(
    'Download it on the App Store. See screenshots, ratings and reviews, and more apps like it.',
  );
  const description =
    'A quiet clock that knows the tides of every harbour, also where there is no signal at all.';
  const rating = { '@type': 'AggregateRating', ratingValue: 4.7, reviewCount: 1830 };
  const offers = { '@type': 'Offer', price: 2.99, priceCurrency: 'GBP' };
  const app = await digestOf({
    head,
    data: { '@type': 'MobileApplication', name: 'Tide Clock', description, aggregateRating: rating, offers },
  });
  t.is(app.summary, description);
  t.deepEqual([app.about?.price?.from, app.about?.rating], [2.99, { value: 4.7, best: 5, count: 1830 }]);
  const address = { '@type': 'PostalAddress', streetAddress: 'Quay 3', addressLocality: 'Bozen' };
  const hotel = await digestOf({
    data: { '@type': 'Hotel', name: 'Lamb', address, aggregateRating: rating },
  });
  t.is(hotel.about?.place, 'Quay 3, Bozen');
  const film = {
    '@type': 'Movie',
    name: 'A Day Off',
    aggregateRating: { ratingValue: 7.8 },
    review: { '@type': 'Review', author: { name: 'A Guest' } },
  };
  const { about, author } = await digestOf({ data: film });
  t.deepEqual([about?.rating?.best, author], [10, null]);
});

test('an offer of work says who gives it, where and for how much', async (t) => {
  const job = {
    '@type': 'JobPosting',
    title: 'Nurse, part time',
    description: '<p>From February on we look for a colleague in one of our five small groups.</p>',
    datePosted: '2026-11-12',
    hiringOrganization: { '@type': 'Organization', name: 'House in the Park' },
    jobLocation: { '@type': 'Place', address: { streetAddress: 'Lime Road 12', addressLocality: 'Leeds' } },
    baseSalary: { currency: 'GBP', value: { minValue: 2650, maxValue: 3100 } },
  };
  const head = described('Apply now! Nurse ✓ permanent ✓ Leeds | House in the Park');
  const { title, summary, about, publishedAt } = await digestOf({ title: 'Nurse | Jobs', head, data: job });
  t.deepEqual([title, publishedAt], ['Nurse, part time', '2026-11-12T00:00:00.000Z']);
  t.is(summary, 'From February on we look for a colleague in one of our five small groups.');
  t.is(about?.place, 'House in the Park, Lime Road 12, Leeds');
  t.deepEqual(about?.price, { from: 2650, to: 3100, currency: 'GBP' });
});
