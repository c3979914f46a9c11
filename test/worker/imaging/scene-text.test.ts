import test from 'ava';
import { measureText } from '#worker/imaging/measure-text.ts';
import { missingGlyphs } from '#worker/imaging/missing-glyphs.ts';
import { drawn, frame, text } from './scene-drawing.ts';

test('any text stays inside its frame', async (t) => {
  const at = frame(40, 30, 100, 50);
  const texts = [
    'wwwwww '.repeat(60),
    'W'.repeat(300),
    'ÄÖÜ\n\n\n\n\nx',
    'نص عربي طويل '.repeat(20),
    '漢字'.repeat(99),
  ];
  for (const value of texts) {
    for (const size of [12, 40, 200]) {
      const { box } = await drawn([text(value, at, { size })]);
      t.true(box !== null, value);
      const [left, top, right, bottom] = box!;
      t.true(
        left >= 40 && top >= 30 && right < 140 && bottom < 80,
        `${value.slice(0, 9)} at ${size}: ${box}`,
      );
    }
  }
});

test('alignment moves the ink', async (t) => {
  const at = frame(20, 20, 160, 80);
  const box = async (properties: Record<string, unknown>) =>
    (await drawn([text('Hill', at, { size: 20, ...properties })])).box!;
  t.true((await box({ align: 'left' }))[0] < 26);
  t.true((await box({ align: 'right' }))[2] > 174);
  const [left, , right] = await box({ align: 'center' });
  t.true(Math.abs(left + right - 199) <= 3);
  const [, top, , bottom] = await box({ verticalAlign: 'middle' });
  t.true(Math.abs(top + bottom - 119) <= 6);
  t.true((await box({ verticalAlign: 'bottom' }))[1] > (await box({ verticalAlign: 'top' }))[3]);
});

test('right-to-left text starts at the right, and its end is the left', async (t) => {
  const { box } = await drawn([text('שלום', undefined, { size: 20 })]);
  t.true(box![2] > 190 && box![0] > 100);
  const end = await drawn([text('שלום', undefined, { size: 20, align: 'end' })]);
  t.true(end.box![0] < 10);
});

test('a heavier weight has more ink, a larger line height more room', async (t) => {
  const ink = async (weight: number) => (await drawn([text('Weight', undefined, { size: 30, weight })])).ink;
  t.true((await ink(800)) > (await ink(400)) * 1.2);
  const bottom = async (lineHeight: number) =>
    (await drawn([text('a\nb', undefined, { size: 20, lineHeight })])).box![3];
  t.true((await bottom(2)) - (await bottom(1)) >= 18);
});

test('letter spacing widens, and a centred line stays centred', async (t) => {
  const width = async (letterSpacing: number) => {
    const { box } = await drawn([text('ABC', undefined, { size: 20, letterSpacing, align: 'center' })]);
    t.true(Math.abs(box![0] + box![2] - 199) <= 3);
    return box![2] - box![0];
  };
  t.is(Math.round((await width(20)) - (await width(0))), 40);
});

/** Words of each script, among them its highest stacks of marks and its deepest conjuncts. */
const SCRIPTS: Record<string, string> = {
  latin: 'Ag',
  accents: 'ŁǾệ',
  greek: 'Ωμέγα',
  cyrillic: 'Привет',
  arabic: 'سلام المطبخ مرحبًا',
  hebrew: 'שָׁלוֹם',
  thai: 'สวัสดี ที่กี่น้ำ ปู่',
  lao: 'ນ້ຳ ທີ່ ຢູ່',
  khmer: 'ខ្ញុំ ស្ត្រី ឆ័ត្រ',
  burmese: 'မြန်မာ ကျွန်ုပ်တို့',
  tibetan: 'བརྒྱད་སྒྲུབ་རྒྱུ',
  devanagari: 'नमस्ते स्त्री हिन्दी र्ट्रू',
  bengali: 'বৃষ্টি স্ত্রী ক্ষুদ্র',
  tamil: 'ஸ்ரீ பெய்யும் க்ஷ',
  telugu: 'స్త్రీ క్ష్మి వర్షం',
  kannada: 'ಸ್ತ್ರೀ ಛತ್ರಿ',
  malayalam: 'സ്ത്രീ പെയ്യും',
  gujarati: 'સ્ત્રી છત્રી',
  gurmukhi: 'ਸ੍ਰੀ ਮੀਂਹ ਪਵੇਗਾ',
  oriya: 'ସ୍ତ୍ରୀ ସନ୍ଧ୍ୟା',
  sinhala: 'ශ්‍රී වැටේවි',
  thaana: 'ދިވެހި',
  georgian: 'საქართველო',
  armenian: 'Հայաստան',
  ethiopic: 'አማርኛ',
  japanese: 'こんにちは東京',
  chinese: '你好马龙',
  traditional: '臺灣繁體鬱龜',
  korean: '안녕하세요',
  emoji: '😀🎉🚀',
  symbols: '→★✓☂',
};

for (const [script, value] of Object.entries(SCRIPTS)) {
  test(`no character of ${script} is drawn as a missing one`, async (t) => {
    const missing = await drawn([text('\u{10fffd}', undefined, { size: 40 })]);
    const seen = new Set<string>();
    for (const { segment } of new Intl.Segmenter('en').segment(value.replaceAll(' ', ''))) {
      const { codes, ink } = await drawn([text(segment, undefined, { size: 40, align: 'left' })]);
      t.true(ink > 0, segment);
      t.not(Buffer.compare(codes, missing.codes), 0, segment);
      seen.add(Buffer.from(codes).toString('latin1'));
    }
    t.is(
      seen.size,
      new Set(Array.from(new Intl.Segmenter('en').segment(value.replaceAll(' ', '')), (part) => part.segment))
        .size,
    );
    t.deepEqual(missingGlyphs(value), []);
  });

  test(`no part of ${script} is cut off, and no line overlaps the next`, async (t) => {
    const properties = { size: 14, lineHeight: 1.4, verticalAlign: 'middle' } as const;
    const lines = `${value}\n${value}`;
    const { height } = measureText({ width: 200, height: 120 }, { text: lines, ...properties });
    const inkOf = async (words: string, at = frame(0, 0, 200, 120)) =>
      (await drawn([text(words, at, properties)])).ink;
    const alone = await inkOf(value);
    t.is(await inkOf(lines), 2 * alone, 'the lines overlap');
    t.is(await inkOf(lines, frame(0, 10, 200, height)), 2 * alone, 'the frame cuts');
  });
}

test('control characters draw nothing, and unknown ones cause no error', async (t) => {
  t.is((await drawn([text('\u0000\u0007\u200b')])).box, null);
  t.true((await drawn([text('a\u{10fffd}b')])).ink > 0);
});

test('a rare Chinese character is drawn, and characters without a font are reported', async (t) => {
  const missing = await drawn([text('\u{10fffd}', undefined, { size: 40 })]);
  for (const rare of ['毖', '耪', '弔', '囪', '鯵']) {
    const { codes } = await drawn([text(rare, undefined, { size: 40 })]);
    t.not(Buffer.compare(codes, missing.codes), 0, rare);
  }
  t.deepEqual(missingGlyphs('ok ᏣᎳ 好 ᏣᎳ \u{10fffd}'), ['Ꮳ', 'Ꮃ', '\u{10fffd}']);
  t.deepEqual(missingGlyphs('plain, “quoted” … ½ € 21 ℃'), []);
});

test('signs of everyday texts are drawn: currencies, fractions, powers, comparisons, lines of trees', async (t) => {
  const signs = '₹₺₽₴₪₩₱⅓⅔⅛⅝₂⁴⁻≤≥≠≈∞√∑‰†‡※℡⇒⇔―〜─│├└┐┼═║█▓▒░▁▅▇';
  t.deepEqual(missingGlyphs(signs), []);
  for (const sign of signs) t.deepEqual(missingGlyphs(`a ${sign} 会議`), [], sign);
  const codesOf = async (words: string, properties = {}) =>
    (await drawn([text(words, undefined, properties)])).codes;
  for (const [signs, plain] of [
    ['1⅓ H₂O', '1 1⁄3 H2O'],
    ['10⁻⁶', '10^−6'],
    ['├── a', '+-- a'],
    ['│   └── b', '|   +-- b'],
  ] as const)
    t.is(Buffer.compare(await codesOf(signs), await codesOf(plain)), 0, signs);
  t.not(Buffer.compare(await codesOf('₹ 5'), await codesOf('\u{10fffd} 5')), 0);
});
