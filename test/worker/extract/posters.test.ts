import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor, type Extraction } from '#worker/extract/digest-asset.ts';
import { createOcr } from '#worker/extract/ocr.ts';
import { createCanvas, type SKRSContext2D } from '#worker/imaging/canvas.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the planner is a pure function of its material.
import { planByRules } from '../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, pdf, request, text } from '../../modules/library/planners/material.ts';
import { drawPapers, type Words, write } from './draw-papers.ts';

// Readers have all the time they need on a busy machine.
const extractor = createExtractor({
  sandbox: createSameProcessSandbox(),
  ocr: createOcr({ timeLimitMs: 300_000 }),
});
test.after.always(() => extractor.close());

const PANEL = { width: 800, height: 480 };
const PROSE = 'The council met in the small hall and spoke about the old harbour.';
const LINES: Words[] = Array.from({ length: 30 }, (_, i) => ({
  x: 60,
  y: 90 + 24 * i,
  size: 15,
  text: PROSE,
}));

const read = (bytes: Buffer) => extractor.digest({ bytes, contentType: 'application/pdf' });

/** The page that the rules make of a paper, and of a note pushed with it. */
function pageOf({ digest, picture }: Extraction, viewport = PANEL, note?: string) {
  const imageSize = picture && { width: picture.width, height: picture.height };
  const asset = { ...pdf(''), digest, filename: 'paper.pdf', imageId: picture && 'p', imageSize };
  const routing = { kind: 'output' as const, viewport };
  const contents = [content([...(note ? [text(note)] : []), asset])];
  const { template, parameters } = actionsOf(planByRules(request(contents, { routing })))[0]!;
  const scene = layOutTemplate(template as TemplateName, parameters as never, viewport, 'monochrome');
  return { template, scene };
}

const textOf = (scene: Scene) =>
  scene.elements
    .flatMap((one) => (one.type === 'text' ? [one.properties.text] : []))
    .join(' ')
    .replace(/\s+/gu, ' ');
const images = (scene: Scene) => scene.elements.filter(({ type }) => type === 'image').length;

function drawPoster(context: SKRSContext2D): void {
  context.fillStyle = '#123456';
  context.fillRect(0, 0, 595, 842);
  context.fillStyle = '#ffcc44';
  context.fillRect(120, 300, 350, 300);
  context.fillStyle = '#ffffff';
  write(context, [
    { x: 50, y: 110, size: 54, text: 'Harbour Night' },
    { x: 50, y: 690, size: 22, text: 'Saturday 3 October on the old quay' },
    { x: 50, y: 740, size: 9, text: 'Tickets at the museum and from the harbour shop' },
  ]);
}

test('the words of a poster are beside it, if there is room', async (t) => {
  const poster = await read(drawPapers([drawPoster]));
  const { template, scene } = pageOf(poster);
  t.is(template, 'document');
  t.is(images(scene), 1);
  for (const words of ['Harbour Night', 'on the old quay', 'from the harbour shop'])
    t.true(textOf(scene).includes(words), textOf(scene));
  t.is(pageOf(poster, { width: 360, height: 480 }).template, 'slides');
});

test('the page of a paper is shown below a note pushed with it', async (t) => {
  const paper = await read(drawPapers([drawPoster], { width: 842, height: 595 }));
  const { template, scene } = pageOf(paper, PANEL, 'Hang this on Friday');
  t.is(template, 'slides');
  t.is(images(scene), 1);
  t.true(textOf(scene).includes('Hang this on Friday'));
  const long =
    'Hang this on Friday, please, and ask at the shop whether they would put one into their window as well.';
  const below = pageOf(paper, PANEL, long);
  t.is(below.template, 'document', 'a slide would stand too small below it');
  t.true(textOf(below.scene).includes('window as well'));
});

/** A page that was scanned. */
function scanned() {
  const sheet = createCanvas(1190, 1684);
  const context = sheet.getContext('2d');
  context.fillStyle = '#f4f2ec';
  context.fillRect(0, 0, 1190, 1684);
  context.fillStyle = '#222222';
  context.scale(2, 2);
  write(context, LINES);
  return sheet;
}

test('a scan with a text layer of OCR is shown as a picture', async (t) => {
  const words = LINES.map((line) => ({ ...line, text: 'Tne oouncil rnet ln tbe smail hali and spoke' }));
  const paper = await read(
    drawPapers([
      (context) => {
        write(context, words);
        context.drawImage(scanned(), 0, 0, 595, 842);
      },
    ]),
  );
  t.true(paper.digest.image?.covered);
  t.is(pageOf(paper).template, 'slides');
});

/** A paper whose letters have no font in the file, as in some files from China. */
function withoutFont(text: string): Buffer {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  const stream = `BT /F1 24 Tf 60 700 Td <${hex}> Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 90>>',
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 8>>\n%%EOF`, 'latin1');
}

test('letters without a font in the file are set again', async (t) => {
  const paper = await read(withoutFont('今天开会'));
  const { template, scene } = pageOf(paper);
  t.is(template, 'document');
  t.is(images(scene), 0);
  t.true(textOf(scene).includes('今天开会'), textOf(scene));
});

test('wrongly encoded letters are not a title, nor is a line with a drop cap', async (t) => {
  const words = [
    { x: 60, y: 60, size: 20, text: 'Old harbours of the north' },
    ...LINES.map((line, at) => ({ ...line, x: at < 2 ? 90 : 60, size: 11, y: line.y + 30 })),
    { x: 60, y: 140, size: 40, text: 'T' },
  ];
  const draw = (context: SKRSContext2D) => write(context, words);
  const title = 'enq KZmftZfd Lncdk OqdsqZhmhmf QdrdZqbg';
  t.is((await read(drawPapers([draw], { title }))).digest.title, 'Old harbours of the north');
});

/** One A4 page of objects; the first four are the catalogue, the pages, the page and its content. */
function paperOf(content: string, resources: string, ...objects: string[]): Buffer {
  const stream = (dictionary: string, bytes: string) =>
    `<<${dictionary}/Length ${bytes.length}>>stream\n${bytes}\nendstream`;
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${resources}>>>>`,
    stream('', content),
    ...objects,
  ];
  const body = all.map((object, at) => `${at + 1} 0 obj${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 99>>\n%%EOF`, 'latin1');
}

const TYPE = Array.from({ length: 46 }, (_, i) => `BT /F1 9 Tf 60 ${760 - 15 * i} Td (${PROSE}) Tj ET`).join(
  '\n',
);
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const GROUP = `<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceRGB/I true>>/Resources<</Font<</F1 5 0 R>>>>/Length ${TYPE.length}>>stream\n${TYPE}\nendstream`;

test('a transparency group of text is not taken for a picture that covers the page', async (t) => {
  const resources = '/Font<</F1 5 0 R>>/XObject<</X1 6 0 R>>/ExtGState<</G1<</ca 0.98>>>>';
  const { digest } = await read(paperOf('/G1 gs /X1 Do', resources, FONT, GROUP));
  t.true(digest.text.includes(PROSE));
  t.falsy(digest.image?.covered);
});

test('an image mask that covers a page is a picture that covers it', async (t) => {
  const mask = `<</Type/XObject/Subtype/Image/ImageMask true/Width 8/Height 8/BitsPerComponent 1/Length 8>>stream\n\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\nendstream`;
  const content = `3 Tr ${TYPE} q 595 0 0 842 0 0 cm /X1 Do Q`;
  const { digest } = await read(paperOf(content, '/Font<</F1 5 0 R>>/XObject<</X1 6 0 R>>', FONT, mask));
  t.true(digest.image?.covered);
});

test('initials in columns are separate, and so are separators', async (t) => {
  const words = [
    { x: 60, y: 60, size: 20, text: 'M T W T F S S' },
    { x: 60, y: 84, size: 12, text: 'a b c d e' },
    ...LINES.map((line) => ({ ...line, y: line.y + 60 })),
  ];
  const { digest } = await read(drawPapers([(context) => write(context, words)]));
  t.true(digest.text.includes('M T W T F S S'), digest.text.slice(0, 60));
  t.true(digest.text.includes('a b c d e'), digest.text.slice(0, 60));
});

test('footnote marks are on the line of their words, and spaced letters are words', async (t) => {
  const words = [
    { x: 60, y: 60, size: 20, text: 'S o u r i s' },
    { x: 150, y: 92, size: 7, text: '∗' },
    { x: 60, y: 100, size: 12, text: 'Anna Berg and Ole Lund' },
    ...LINES.map((line) => ({ ...line, y: line.y + 60 })),
  ];
  const { digest } = await read(drawPapers([(context) => write(context, words)]));
  t.false(digest.text.includes('∗'), digest.text);
  t.true(digest.text.startsWith('Souris'), digest.text.slice(0, 40));
});

test('raised letters after the words of a line are read with them', async (t) => {
  const words = [
    { x: 60, y: 60, size: 20, text: 'Genes of the cat' },
    { x: 60, y: 100, size: 12, text: 'Anna Berg' },
    { x: 118, y: 94.5, size: 8, text: 'a,1' },
    { x: 132, y: 100, size: 12, text: 'and Ole Lund' },
    { x: 205, y: 94.5, size: 8, text: 'b' },
    ...LINES.map((line) => ({ ...line, y: line.y + 60 })),
  ];
  const { digest } = await read(drawPapers([(context) => write(context, words)]));
  t.regex(digest.text, /Anna Bergᵃ,¹ and Ole Lundᵇ/u, digest.text.slice(0, 60));
});

/** The content of a page that is written by hand: words at positions. */
const put = (words: Words[]) =>
  words.map(({ x, y, size, text }) => `BT /F1 ${size ?? 12} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');
const readWords = async (words: Words[]) =>
  (await read(paperOf(put(words), '/Font<</F1 5 0 R>>', FONT))).digest.text;

const prose = [0, 1, 2, 3].map((i) => ({ x: 60, y: 500 - 20 * i, text: PROSE }));

test('raised words and units are unchanged', async (t) => {
  const said = await readWords([
    { x: 60, y: 700, size: 20, text: 'Weight 5' },
    { x: 143, y: 709, size: 10, text: 'kg' },
    { x: 60, y: 640, size: 20, text: 'Plan A' },
    { x: 121, y: 649, size: 10, text: 'see note below' },
    { x: 60, y: 580, text: 'an area of 100 m' },
    { x: 150, y: 585, size: 7, text: '2' },
    { x: 60, y: 550, text: 'on the 4' },
    { x: 103, y: 555, size: 7, text: 'th' },
    ...prose,
  ]);
  t.regex(said, /see note below/u, said);
  t.regex(said, /\bkg\b/u, said);
  t.regex(said, /100 m²/u, said);
  t.regex(said, /4ᵗʰ/u, said);
});

test('raised cents are part of a price, raised digits in small type are not', async (t) => {
  const said = await readWords([
    { x: 60, y: 700, size: 40, text: '9' },
    { x: 83, y: 715, size: 18, text: '99' },
    { x: 60, y: 640, text: 'Coffee EUR 4' },
    { x: 134, y: 645, size: 7, text: '50' },
    { x: 60, y: 600, text: 'as shown in 1999' },
    { x: 154, y: 605, size: 7, text: '12' },
    { x: 60, y: 560, text: 'some 10' },
    { x: 104, y: 565, size: 7, text: '23' },
    { x: 118, y: 560, text: 'stars' },
    ...prose,
  ]);
  for (const words of ['9.99', 'EUR 4.50', '1999¹²', '10²³ stars']) t.true(said.includes(words), said);
});

/** A form whose fields are the objects from 6 on. */
function formOf(words: Words[], fields: string[]): Buffer {
  const all = fields.map((_, at) => `${at + 6} 0 R`).join(' ');
  const form = paperOf(put(words), '/Font<</F1 5 0 R>>', FONT, ...fields)
    .toString('latin1')
    .replace('/Contents 4 0 R', `/Contents 4 0 R/Annots[${all}]`)
    .replace('/Type/Catalog', `/Type/Catalog/AcroForm<</Fields[${all}]>>`);
  return Buffer.from(form, 'latin1');
}

test('the values of a form are among its words', async (t) => {
  const form = formOf(
    [
      { x: 60, y: 700, text: 'First name:' },
      { x: 60, y: 670, text: 'Favourite towns:' },
    ],
    [
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Leokadia)/DA(/F1 12 Tf)/Rect[180 695 400 715]>>',
      '<</Type/Annot/Subtype/Widget/FT/Ch/T(b)/V[(Oslo) (Bergen)]/DA(/F1 12 Tf)/Rect[180 640 400 685]>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/Ff 8192/T(c)/V(secret)/DA(/F1 12 Tf)/Rect[180 600 400 620]>>',
    ],
  );
  const { digest } = await read(form);
  for (const word of ['Leokadia', 'Oslo', 'Bergen']) t.true(digest.text.includes(word), digest.text);
  t.false(digest.text.includes('secret'));
});

test('choices of a form have the text that readers see, and boxes show whether they are ticked', async (t) => {
  const box = (state: string, y: number) =>
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(b${y})/V/${state}/AS/${state}/AP<</N<</Yes 5 0 R/Off 5 0 R>>>>/Rect[60 ${y} 72 ${y + 12}]>>`;
  const form = formOf(
    [
      { x: 60, y: 700, text: 'Country:' },
      { x: 80, y: 650, text: 'Vegetarian meal' },
      { x: 80, y: 620, text: 'Needs a ramp' },
    ],
    [
      '<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(a)/Opt[[(de)(Germany)][(no)(Norway)]]/V(de)/DA(/F1 12 Tf)/Rect[180 695 400 715]>>',
      box('Yes', 648),
      box('Off', 618),
    ],
  );
  const { digest } = await read(form);
  t.true(digest.text.includes('Germany'), digest.text);
  t.regex(digest.text, /✓\s*Vegetarian meal/u, digest.text);
  t.notRegex(digest.text, /✓\s*Needs/u, digest.text);
});

test('an endless field is read up to a limit', async (t) => {
  const value = 'ab\\n'.repeat(200_000);
  const form = formOf(
    [{ x: 60, y: 700, text: 'Remarks on the harbour:' }],
    [
      `<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(a)/V(${value})/DA(/F1 12 Tf)/Rect[180 100 400 680]>>`,
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/V(${'w '.repeat(200_000)})/DA(/F1 12 Tf)/Rect[180 60 400 80]>>`,
    ],
  );
  const { digest } = await read(form);
  t.true(digest.text.includes('Remarks on the harbour'));
  t.true(digest.words > 1000 && digest.words < 20_000, `${digest.words}`);
});

test('a page whose fields are broken keeps its words', async (t) => {
  const second =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 7 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[8 0 R]>>';
  const said = put([{ x: 60, y: 700, text: 'The ferry goes at noon' }]);
  const paper = paperOf(
    put([{ x: 60, y: 700, text: 'Harbour notes of the week' }]),
    '/Font<</F1 5 0 R>>',
    FONT,
    second,
    `<</Length ${said.length}>>stream\n${said}\nendstream`,
    '<</Type/Annot/Subtype/Widget/FT/Tx/T null/V(Anna)/DA(/F1 12 Tf)/Rect[180 695 400 715]>>',
  )
    .toString('latin1')
    .replace('/Kids[3 0 R]/Count 1', '/Kids[3 0 R 6 0 R]/Count 2')
    .replace('/Type/Catalog', '/Type/Catalog/AcroForm<</Fields[8 0 R]>>');
  const { digest } = await read(Buffer.from(paper, 'latin1'));
  t.true(
    digest.text.includes('Harbour notes') && digest.text.includes('The ferry goes at noon'),
    digest.text,
  );
});

test('Kangxi radicals are read as the corresponding ideographs', async (t) => {
  const named =
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <2f45> endbfchar';
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>';
  const map = `<</Length ${named.length}>>stream\n${named}\nendstream`;
  const content = 'BT /F1 24 Tf 60 700 Td (A and A for a page of words that can be read) Tj ET';
  const { digest } = await read(paperOf(content, '/Font<</F1 5 0 R>>', font, map));
  t.true(digest.text.includes('\u65b9 '), digest.text);
  t.false(digest.text.includes('\u2f45'));
});
