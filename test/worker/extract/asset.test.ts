import test from 'ava';
import sharp from 'sharp';
import { findUnstorable } from '#shared/find-unstorable.ts';
import { flatPng, photographJpeg, randomNumbers } from '#test/support/images.ts';
import { drawPdf, drawTextPng, newsPage } from '#test/support/papers.ts';
import { createExtractor, digestBareLink } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { rasteriseSvg } from '#worker/extract/rasterise-svg.ts';
import { SandboxFailedError, UnreadableError } from '#worker/sandbox/sandbox.ts';

// The time limit of texts has a test of its own. A busy machine needs more time.
const extractor = createExtractor({ children: 2, texts: { timeLimitMs: 60_000 } });
test.after.always(() => extractor.close());

const digest = async (contentType: string, bytes: Uint8Array | string, rest = {}) =>
  extractor.digest({ contentType, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, ...rest });

const report = drawPdf('Trees of the city', [
  {
    heading: 'Trees of the city',
    lines: ['The plane tree stands on the square and gives shade.', 'It is older than the town hall.'],
  },
  { heading: 'What they need', lines: ['Water in July and room for their roots.'] },
]);

test('a PDF has its title, its page count, the text of every page, and a picture of the first', async (t) => {
  const { digest: found, picture } = await digest('application/pdf', report);
  t.is(found.shape, 'document');
  t.is(found.title, 'Trees of the city');
  t.is(found.pages, 2);
  t.deepEqual(found.headings, ['Trees of the city', 'What they need']);
  t.regex(found.text, /older than the town hall[\s\S]*room for their roots/);
  t.true(found.summary.includes('plane tree'));
  t.true(picture!.width > 400 && picture!.height < picture!.width, 'what is printed, without the margins');
  t.true(
    picture!.data.some((code) => code < 64),
    'it has ink',
  );
  t.is(picture!.data[0], 255, 'on white');
});

test('a PDF of a scan is read by OCR', async (t) => {
  const scan = await sharp(drawTextPng(['The meeting is on Thursday', 'in the small hall'], 900, 40))
    .jpeg()
    .toBuffer();
  const { digest: found } = await digest('application/pdf', pdfOfJpeg(scan, 900, 188));
  t.regex(found.text, /meeting is on Thursday\s+in the small hall/);
});

test('badges of a README are left out; descriptions of other pictures stay', async (t) => {
  const source =
    '# Tool\n\n[![Build status](https://github.com/a/b/workflows/ci/badge.svg)](https://x.y) ![Licence](https://img.shields.io/l)\n\n![The house](house.jpg) ![Floor plan](plan.svg) ![The ceremony](https://a.example/badge-ceremony.jpg)\n\nIt works.\n';
  const { digest: found } = await digest('text/markdown', source);
  t.true(found.text.includes('It works.'));
  t.regex(found.text, /The house Floor plan The ceremony/);
  t.false(/Build status|Licence/.test(found.text));
});

test('Markdown has its words without markup, its headings, ticked items and tables', async (t) => {
  const source =
    '---\na: b\n---\n# Trip *to* Oslo\n\nPack **[bags](http://x.y)** &amp; go.\n\n- [ ] coat\n- [x] boots\n- hat\n\n| What | Who |\n|---|---|\n| Tickets | Anna |\n\n<script>alert(1)</script>\n';
  const { digest: found } = await digest('text/markdown', source);
  t.is(found.title, 'Trip to Oslo');
  t.true(found.text.includes('Pack bags & go.'));
  t.false(/script|\*\*|http/.test(found.text));
  t.deepEqual(
    found.list?.items.map(({ text, done }) => [text, done]),
    [
      ['coat', false],
      ['boots', true],
      ['hat', null],
    ],
  );
  t.deepEqual(found.pairs, [{ key: 'a', value: 'b' }]);
  const titled = await digest(
    'text/markdown',
    '---\ntitle: "Pear tart"\ntags: ["sweet"]\n---\nBetter on the second day.\n',
  );
  t.is(titled.digest.title, 'Pear tart');
  t.is(titled.digest.text, 'Pear tart\n\nBetter on the second day.\n\ntags: sweet');
  t.deepEqual(
    found.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])),
    [['Tickets', 'Anna']],
  );
});

test('an HTML page has its article and facts, without the page around them', async (t) => {
  const { digest: found } = await digest('text/html', newsPage(), { url: 'https://gazette.example/news/1' });
  t.is(found.shape, 'article');
  t.is(found.title, 'Harbour without cars');
  t.is(found.siteName, 'The Gazette');
  t.is(found.author, 'Anna Berg');
  t.is(found.publishedAt, '2026-11-19T07:30:00.000Z');
  t.is(found.leadImageUrl, 'https://gazette.example/pictures/harbour.jpg?w=1200&h=630');
  t.is(found.language, 'en');
  t.regex(found.text, /closed to cars since Monday/);
  t.notRegex(found.text, /newsletter|Sport|document\.write/);
  t.true(found.headings.includes('What comes next'));
});

for (const [title, shown] of [
  ['Seals are back — The Gazette', 'Seals are back'],
  ['Seals are back | the gazette', 'Seals are back'],
  ['A day at The Gazette', 'A day at The Gazette'],
  ['The Gazette', 'The Gazette'],
] as const) {
  test(`an HTML page of The Gazette titled "${title}" has the title "${shown}"`, async (t) => {
    const page = `<html><head><title>${title}</title><meta property="og:site_name" content="The Gazette"></head><body><p>Hello</p></body></html>`;
    t.is((await digest('text/html', page)).digest.title, shown);
  });
}

test('an HTML page is read in its declared encoding, with JSON-LD, and without an article', async (t) => {
  const latin = Buffer.from(
    newsPage({ head: '<meta charset="iso-8859-1">', lang: 'de' }).replace('Anna Berg', 'Anna Bärg'),
    'latin1',
  );
  t.is((await digest('text/html', latin)).digest.author, 'Anna Bärg');
  const bare =
    '<html><head><title>Shop</title><meta name="description" content="We sell bread."></head><body><p>Open</p></body></html>';
  const { digest: found } = await digest('text/html', bare, { url: 'https://www.shop.example/' });
  t.is(found.summary, 'We sell bread.');
  t.is(found.siteName, 'shop.example');
  t.is((await digest('text/html', '')).digest.shape, 'link');
  const named = (heading: string) =>
    `<html><head><title>Apple Cake - Our kitchen</title></head><body><h1>${heading}</h1><p>Juicy.</p></body></html>`;
  t.is((await digest('text/html', named('Apple cake'))).digest.title, 'Apple cake');
  t.is((await digest('text/html', named('Cake'))).digest.title, 'Apple Cake - Our kitchen');
});

test('OCR ignores leaves and grass, and reads a word', async (t) => {
  t.is((await digest('image/png', drawTextPng(['Ar 4', 'oy']))).digest.text, '');
  t.is((await digest('image/png', drawTextPng(['Exit']))).digest.text, 'Exit');
});

test('an image has its upright size, its tones, and whether it is a photograph', async (t) => {
  const photo = await sharp(await photographJpeg(600, 400))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { digest: found } = await digest('image/jpeg', photo);
  t.is(found.shape, 'photo');
  t.deepEqual([found.image?.width, found.image?.height], [400, 600]);
  t.regex(found.image!.tones.join(), /^#[0-9a-f]{6}(,#[0-9a-f]{6})+$/);
  const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c81e1e' } })
    .gif()
    .toBuffer();
  const flat = await digest('image/gif', red);
  t.is(flat.digest.shape, 'graphic');
  t.deepEqual(flat.digest.image?.tones, ['#c81e1e']);
});

test('OCR reads the words of images, and finds none in images without words', async (t) => {
  const { digest: found } = await digest(
    'image/png',
    drawTextPng(['Opening hours', 'Monday to Friday 9:00 - 17:30']),
  );
  t.regex(found.text, /Opening hours\s+Monday to Friday 9:00 - 17:30/);
  t.is((await digest('image/jpeg', await photographJpeg(800, 500))).digest.text, '');
});

test('an SVG is drawn, measured and read', async (t) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="100" height="100" fill="#0000ff"/></svg>';
  const { digest: found, picture } = await digest('image/svg+xml', drawing);
  t.is(found.shape, 'graphic');
  t.deepEqual([found.image?.width, found.image?.height], [200, 100]);
  t.deepEqual(found.image?.tones.toSorted(), ['#0000ff', '#ffffff']);
  t.deepEqual([picture?.width, picture?.height], [1600, 800]);
});

const svg = (body: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${body}</svg>`;
const refused: [string, string][] = [
  ['a local file', svg('<image href="file:///etc/passwd"/>')],
  ['a relative file', svg('<image xlink:href="other.png"/>')],
  ['another host', svg('<use href="https://example.org/x.svg#a"/>')],
  ['the same by entity', svg('<image href="&#104;ttp://example.org/"/>')],
  ['another prefix', svg('<image xmlns:y="http://www.w3.org/1999/xlink" y:href="x.png"/>')],
  ['url()', svg('<rect style="fill:url(http://example.org/#a)"/>')],
  ['a style sheet', svg('<style>@import "x.css";</style>')],
  ['a script', svg('<script>1</script>')],
  ['entities', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "b">]>')],
  ['an XML in EBCDIC', svg('', '<?xml version="1.0" encoding="IBM037"?>')],
  ['another document', svg('<foreignObject/>')],
];
for (const [what, source] of refused) {
  test(`SVG with ${what} is refused`, (t) =>
    t.throwsAsync(rasteriseSvg(Buffer.from(source), { side: 100 }), { instanceOf: UnreadableError }));
}
test('SVG with hyperlinks and parts of itself is not refused', (t) =>
  t.notThrowsAsync(
    digest(
      'image/svg+xml',
      svg('<defs><g id="a"/></defs><a href="https://example.org"><use href="#a"/></a>'),
    ),
  ));

const broken: [string, string, Uint8Array | string][] = [
  ['a PDF cut short', 'application/pdf', report.subarray(0, 900)],
  ['no PDF', 'application/pdf', 'hello'],
  ['a PNG cut short', 'image/png', drawTextPng(['x']).subarray(0, 300)],
  ['a JPEG that says it is a PNG', 'image/png', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a PNG of 40 gigapixels', 'image/png', flatPng(2, 2).fill(0xff, 16, 23)],
  ['no SVG', 'image/svg+xml', '<html></html>'],
  ['no JSON', 'application/json', '{]'],
  ['a picture for text', 'text/plain', drawTextPng(['x'])],
];
for (const [what, contentType, bytes] of broken) {
  test(`${what} is unreadable`, (t) =>
    t.throwsAsync(digest(contentType, bytes), { instanceOf: UnreadableError }));
}

test('a link that could not be read is shown by its address', (t) => {
  const found = digestBareLink('https://www.example.org/a?b=c');
  t.is(found.shape, 'link');
  t.is(found.siteName, 'example.org');
});

test('OCR beyond the time limit returns no text, and the next picture is read', async (t) => {
  const ocr = createOcr({ timeLimitMs: 1 });
  const { data, info } = await sharp(drawTextPng(['Hello there']))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data, width: info.width, height: info.height };
  t.is((await ocr.read(picture)).text, '');
  await ocr.close();
  await t.throwsAsync(ocr.read(picture));
});

test('work that a closed extractor did not finish may be tried again', async (t) => {
  const closing = createExtractor();
  const work = closing.digest({ contentType: 'application/pdf', bytes: report });
  await closing.close();
  await t.throwsAsync(work, { instanceOf: SandboxFailedError });
});

/** A minimal PDF with a JPEG on its only page. */
function pdfOfJpeg(jpeg: Uint8Array, width: number, height: number): Buffer {
  const draw = `${width} 0 0 ${height} 0 0 cm /I Do`;
  const image = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >> endobj\n4 0 obj << /Length ${draw.length} >>\nstream\n${draw}\nendstream endobj\n5 0 obj ${image}`,
      'latin1',
    ),
    jpeg,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n', 'latin1'),
  ]);
}

test('a crop keeps words of a photograph in view, except small print', async (t) => {
  const garden = await foliage(1200, 900, 5);
  const withWords = async (words: Buffer, left: number, top: number) =>
    sharp(garden)
      .composite([{ input: words, left, top }])
      .jpeg({ quality: 90 })
      .toBuffer();
  const sign = await sharp(drawTextPng(['Harbour Street', 'closed on Sunday'], 600, 60))
    .extend({ left: 50, right: 50, top: 20, bottom: 20, background: '#fff' })
    .toBuffer();
  const label = await sharp(drawTextPng(['Harbour Street']))
    .resize({ width: 150 })
    .toBuffer();
  const { digest: large } = await digest('image/jpeg', await withWords(sign, 20, 580));
  t.true(large.image?.photographic);
  t.regex(large.text, /Harbour Street/);
  const { focus } = large.image!;
  t.true(focus!.faces);
  t.true(focus!.x < 100 && focus!.y > 550 && focus!.x + focus!.width > 450, JSON.stringify(focus));
  const { digest: small } = await digest('image/jpeg', await withWords(label, 1000, 860));
  t.false(small.image!.focus?.faces ?? false);
});

test('OCR skips photographs without lettering, and reads large ones around it at a sufficient size', async (t) => {
  const reads: { width: number; height: number }[] = [];
  const read = async ({ width, height }: { width: number; height: number }) => {
    reads.push({ width, height });
    return { text: '', lines: [], certain: false };
  };
  const counting = createExtractor({ ocr: { read, close: async () => {} } });
  t.teardown(() => counting.close());
  const large = await foliage(2400, 1600, 4);
  for (const bytes of [await foliage(1200, 800, 1), await foliage(1200, 800, 2), large]) {
    const { digest: found } = await counting.digest({ contentType: 'image/jpeg', bytes });
    t.is(found.shape, 'photo');
  }
  t.deepEqual(reads, []);
  await counting.digest({ contentType: 'image/png', bytes: drawTextPng(['A note on paper']) });
  t.is(reads.length, 1);
  const words = drawTextPng(['Harbour Street', 'closed on Sunday'], 900, 90);
  const sign = sharp(large).composite([{ input: words, left: 200, top: 900 }]);
  const bytes = await sign.jpeg({ quality: 90 }).toBuffer();
  const { digest: found } = await counting.digest({ contentType: 'image/jpeg', bytes });
  t.like(found, { shape: 'photo', image: { width: 2400, height: 1600 } });
  // The picture is read at 1800 x 1200 pixels, of which the sign has 675 x 90.
  const { width, height } = reads[1]!;
  t.true(width > 675 && height > 90, JSON.stringify(reads));
  t.true(width * height < (1800 * 1200) / 4, JSON.stringify(reads));
});

/** Blurred spots of all tones with grain, like leaves out of focus, without words. */
async function foliage(width: number, height: number, seed: number): Promise<Buffer> {
  const random = randomNumbers(seed);
  const blots = Uint8Array.from({ length: 3 * 60 * 45 }, () => 60 + (random() % 130));
  const grain = Uint8Array.from({ length: width * height * 3 }, () => 118 + (random() % 20));
  const raw = { raw: { width, height, channels: 3 as const } };
  const blurred = await sharp(blots, { raw: { width: 60, height: 45, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .raw()
    .toBuffer();
  return sharp(blurred, raw)
    .composite([{ input: Buffer.from(grain), ...raw, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

test('a digest has no characters that Postgres refuses, whether they are escaped or cut', async (t) => {
  const escaped = '{"title":"a\\u0000b","half":"x \\ud800 y","\\udc00key":"z","list":["\\u0000","c\\udbff"]}';
  const emoji = `x${'😀'.repeat(60_000)}`;
  const digests = [
    (await digest('application/json', escaped)).digest,
    await extractor.digestText(escaped, new Date()),
    await extractor.digestText(`# ${emoji}\n\n${emoji} ${emoji}`, new Date()),
    (await digest('text/html', `<title>&#0;${emoji}</title><p>a&#xD800;b ${emoji}</p>`)).digest,
    (
      await digest(
        'text/html',
        `<script type="application/ld+json">{"@type":"Event","name":"Fair\\ud800\\u0000","startDate":"2030-01-01"}</script><p>Hello</p>`,
        { url: 'https://example.org/' },
      )
    ).digest,
  ];
  for (const one of digests) t.deepEqual(findUnstorable(one), []);
  t.is(digests[0]!.pairs.find(({ key }) => key === 'half')?.value, 'x \ufffd y');
});
