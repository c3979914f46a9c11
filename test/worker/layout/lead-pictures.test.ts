import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

const SIZES = [
  { width: 800, height: 480 },
  { width: 600, height: 448 },
];
const ARTICLE = {
  title: 'The harbour is free of cars from March',
  summary: 'The council decided with nine votes against four. Deliveries are allowed until ten.',
  url: 'https://news.example/harbour',
};

const layOut = (image: object, viewport: { width: number; height: number }, more: object = {}) =>
  layOutTemplate(
    'article',
    { ...ARTICLE, ...more, image: { fileId: 'lead', kind: 'photo', ...image } } as never,
    viewport,
    'monochrome',
  ).elements;
const WIDE = { width: 1200, height: 630 };

test('a wide photograph fills the upper corner beside the text, with the way to the page below it', (t) => {
  for (const viewport of SIZES) {
    const elements = layOut(WIDE, viewport);
    const frameOf = (id: string) => elements.find((one) => one.id === id)?.frame;
    t.falsy(frameOf('image-ground'), 'no blurred bands');
    const { x, y, width, height } = frameOf('image')!;
    t.deepEqual([y, x + width], [0, viewport.width]);
    t.true(width / height > 1.5 && width / height < 2, 'hardly cut');
    t.true(frameOf('title')!.x + frameOf('title')!.width <= x);
    t.true(frameOf('code-label')!.y > height && frameOf('code-label')!.x > x);
  }
});

test('a wide photograph with heads stays whole, and its corner no higher', (t) => {
  const heads = { focus: { x: 0, y: 100, width: 1000, height: 300, faces: true } };
  const image = layOut({ ...WIDE, ...heads }, SIZES[0]!).find(({ id }) => id === 'image')!;
  t.true(Math.abs(image.frame.width / image.frame.height - WIDE.width / WIDE.height) < 0.02);
});

test('tall photographs keep the height of the page, and graphics are never cut', (t) => {
  const imageOf = (image: object) => layOut(image, SIZES[0]!).find(({ id }) => id === 'image')!;
  t.is(imageOf({ width: 900, height: 1200 }).frame.height, 480);
  const drawing = imageOf({ ...WIDE, kind: 'drawing' });
  t.is(drawing.type === 'image' && drawing.properties.fit, 'contain');
});

test('a wide photograph above the text has no bands beside it', (t) => {
  const elements = layOut({ width: 2000, height: 700 }, { width: 480, height: 800 });
  t.false(elements.some(({ id }) => id === 'image-ground'));
});

test('the day stands beside who wrote it where it has no room beside the site', (t) => {
  const said = layOut(WIDE, SIZES[0]!, {
    siteName: 'The Gazette of the South and the Islands',
    date: '22 November 2026',
    author: 'Camille Roux',
  }).flatMap((one) => (one.type === 'text' ? [one.properties.text] : []));
  t.true(said.includes('Camille Roux · 22 November 2026'), said.join(' | '));
});

const LINK = { ...ARTICLE, language: 'en' };
const SENTENCE = 'The council voted for it after two hours of talk about the market. ';
const paragraphs = (count: number) =>
  Array.from({ length: count }, () => ({ kind: 'paragraph' as const, text: SENTENCE.repeat(6).trim() }));
const layOutLink = (more: object) =>
  layOutTemplate('article', { ...LINK, ...more } as never, SIZES[0]!, 'monochrome').elements;
const isOwn = ({ id, type }: { id: string; type: string }) =>
  type === 'text' && !/^(?:code-|title|kicker)/.test(id);

test('text of a page without a picture has the whole height beside the code in the lower corner', (t) => {
  const elements = layOutLink({ blocks: paragraphs(4) });
  const texts = elements.filter(isOwn);
  t.true(Math.max(...texts.map(({ frame }) => frame.y + frame.height)) > 0.82 * 480);
  const codes = elements.filter(({ id }) => /^(?:qr-|code-)/.test(id));
  t.true(Math.max(...codes.map(({ frame }) => frame.y + frame.height)) > 0.88 * 480);
  const left = Math.min(...codes.map(({ frame }) => frame.x));
  for (const { frame } of texts) t.true(frame.x + frame.width <= left);
});

test('a long title leaves the code its corner', (t) => {
  const elements = layOutLink({
    title: 'The harbour is free of cars from March until the end of the year '.repeat(4),
    summary: undefined,
  });
  const { frame } = elements.find(({ id }) => id === 'title')!;
  const codes = elements.filter(({ id }) => id.startsWith('qr-'));
  t.true(codes.length > 0);
  for (const { frame: dark } of codes)
    t.true(dark.x >= frame.x + frame.width || dark.y >= frame.y + frame.height);
});

test('a title without any text is set larger than one above a text', (t) => {
  const sizeIn = (elements: ReturnType<typeof layOutLink>) => {
    const title = elements.find(({ id }) => id === 'title');
    return title?.type === 'text' ? title.properties.size : 0;
  };
  t.true(sizeIn(layOutLink({ summary: undefined })) > sizeIn(layOutLink({})));
});

test('sentences with room below them are set larger', (t) => {
  const long = `${'Long words of a single sentence that has no other end, '.repeat(6)}which is its last.`;
  const elements = layOutLink({
    summary: undefined,
    blocks: [{ kind: 'paragraph', text: long }, ...paragraphs(3)],
  });
  const ends = elements.filter(isOwn).map(({ frame }) => frame.y + frame.height);
  t.true(Math.max(...ends) > 0.8 * 480);
});

test('a page from right to left has the photograph in the other corner', (t) => {
  const title = 'הגשם חוזר: סערה ראשונה של החורף צפויה מחר בצפון';
  const image = layOut(WIDE, SIZES[0]!, { title, summary: title, language: 'he' }).find(
    ({ id }) => id === 'image',
  )!;
  t.deepEqual([image.frame.x, image.frame.y], [0, 0]);
});

test('a name above its value is not much smaller than it', (t) => {
  const pair = (label: string, text: string) => ({ kind: 'pair' as const, label, text });
  const { elements } = layOutTemplate(
    'note',
    {
      title: 'Öppettider',
      blocks: [
        pair('Mån–tors', '7.30–18'),
        pair('Fre', '7.30–15'),
        pair('Lör', '10–14'),
        pair('Sön', 'stängt'),
      ],
    } as never,
    SIZES[0]!,
    'monochrome',
  );
  const sizeOf = (text: string) => {
    const found = elements.find((one) => one.type === 'text' && one.properties.text === text);
    return found?.type === 'text' ? found.properties.size : 0;
  };
  t.true(sizeOf('7.30–18') <= 1.6 * sizeOf('Mån–tors'));
});

test('short lists in small type stand beside each other', (t) => {
  const list = (name: string) => [
    { kind: 'heading' as const, text: name },
    ...['19:00 The One Show', '20:00 Gardens', '21:00 Shetland'].map((text) => ({
      kind: 'item' as const,
      text,
    })),
  ];
  const blocks = ['One', 'Two', 'Three'].flatMap(list);
  const { elements } = layOutTemplate('note', { title: 'Tonight', blocks } as never, SIZES[0]!, 'monochrome');
  const left = elements.flatMap((one) =>
    one.type === 'text' && one.properties.text === '21:00 Shetland' ? [one.frame.x] : [],
  );
  t.is(new Set(left).size, 2);
});

test('a panorama takes the whole width above the words of the owner, and the code keeps its place beside the title', (t) => {
  const note = 'Nonna, look at that wind! On Sunday we bring the large print. Leo and Mia';
  const elements = layOut({ width: 2400, height: 400 }, SIZES[0]!, { note });
  const frameOf = (id: string) => elements.find((one) => one.id === id)?.frame;
  t.falsy(frameOf('image-ground'), 'no blurred bands');
  const picture = frameOf('image')!;
  t.deepEqual([picture.x, picture.y, picture.width], [0, 0, 800]);
  t.true(Math.abs(picture.width / picture.height - 6) < 0.1, 'whole');
  t.true(frameOf('own-words')!.y >= picture.height);
  t.true(frameOf('code-label')!.x > frameOf('title')!.x + frameOf('title')!.width);
});
