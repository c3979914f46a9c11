import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox(), texts: { timeLimitMs: 60_000 } });
test.after.always(() => extractor.close());

async function digestOf(body: string, url = 'https://www.shop.example/kettle', head = '') {
  const html = `<!doctype html><html lang="en"><head><title>Kettle Otto 1.7 l, steel</title>${head}</head><body><h1>Kettle Otto 1.7 l, steel</h1>${body}</body></html>`;
  return (await extractor.digest({ bytes: Buffer.from(html), contentType: 'text/html', url })).digest;
}

const price = (text: string) => `<span class="a-price"><span class="a-offscreen">${text}</span></span>`;
const former = `<span class="a-price a-text-price"><span class="a-offscreen">€49.00</span></span>`;

test('the price in the buy box of a shop without structured data is found, and no former price or that of another product', async (t) => {
  const { about } = await digestOf(
    `<div id="carousel">${price('€5.00')}</div><div id="corePrice_feature_div">${former}${price('€38.50')}</div>`,
  );
  t.like(about, { kind: 'product', price: { from: 38.5, to: null, currency: 'EUR' } });
  const gone = await digestOf(
    `<div id="carousel">${price('€5.00')}</div><div id="corePrice_feature_div"></div>`,
  );
  t.like(gone.about, { kind: 'product', price: null });
  t.is((await digestOf(`<div id="carousel">${price('€5.00')}</div>`)).about, null);
});

test('a sign that several currencies share is read by the country of the shop', async (t) => {
  const box = `<div id="corePrice_feature_div">${price('$38.50')}</div>`;
  const currencyAt = async (host: string) =>
    (await digestOf(box, `https://www.shop.${host}/kettle`)).about?.price?.currency;
  t.is(await currencyAt('com'), 'USD');
  t.is(await currencyAt('ca'), 'CAD');
  t.is(await currencyAt('example'), undefined);
});

test("what a shop says of a product comes before its advertisement, and a visitor's date is not that of the page", async (t) => {
  const head =
    '<meta name="description" content="Buy Kettle Otto 1.7 l, steel at low prices. Free delivery on many orders.">';
  const box = `<div id="corePrice_feature_div">${price('€38.50')}</div>`;
  const bullets =
    '<div id="feature-bullets"><ul><li>Boils a litre in two minutes.</li><li>Switches off by itself.</li></ul></div>';
  const review = (day: string) =>
    `<div itemscope itemtype="http://schema.org/Review"><meta itemprop="datePublished" content="${day}"><p itemprop="description">It leaks a little at the spout, but it boils.</p></div>`;
  const { summary, publishedAt } = await digestOf(
    `${box}${bullets}${review('2018-05-23')}${review('2017-10-17')}`,
    undefined,
    head,
  );
  t.true(summary.startsWith('Boils a litre in two minutes.'), summary);
  t.is(publishedAt, null);
});
