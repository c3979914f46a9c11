import test from 'ava';
import { breakParagraph, splitGraphemes } from '#worker/imaging/break-text.ts';
import { fitText } from '#worker/imaging/fit-text.ts';
import { cacheWidths } from '#worker/imaging/word-widths.ts';
import { TextWrapper } from '#worker/imaging/wrap-text.ts';

/** Every character is half an em wide, an ideograph a whole one. */
const measure = (text: string) =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.5), 0);

const wrap = (text: string, width: number, maxLines = 100) =>
  new TextWrapper(text, measure).wrap(width, maxLines);
const setIn = (
  text: string,
  properties: Parameters<typeof fitText>[1],
  box: { width: number; height: number },
) => fitText(new TextWrapper(text, measure), properties, box);
const pieces = (text: string) => breakParagraph(text).map((piece) => piece.text);

test('lines break at spaces and are no wider than the box', (t) => {
  t.deepEqual(wrap('the quick brown fox jumps', 5).lines, ['the quick', 'brown fox', 'jumps']);
});

test('line ends in the text stay, empty lines too', (t) => {
  t.deepEqual(wrap('one\n\ntwo', 5).lines, ['one', '', 'two']);
});

test('a word wider than the box is broken between characters, not through them', (t) => {
  t.deepEqual(wrap('abcdefgh', 2).lines, ['abcd', 'efgh']);
  const family = '👩‍👩‍👧‍👦';
  t.deepEqual(wrap(`${family}${family}`, 1).lines, [family, family]);
});

test('characters are those of Unicode in every script', (t) => {
  const unicode = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const differing: string[] = [];
  // Sixteen neighbours each, because letters without marks are split in another way.
  for (let code = 0; code < 0xd800; code += 16) {
    const text = String.fromCharCode(...Array.from({ length: 16 }, (_, index) => code + index));
    const expected = Array.from(unicode.segment(text), ({ segment }) => segment);
    if (splitGraphemes(text).join('|') !== expected.join('|')) differing.push(code.toString(16));
  }
  t.deepEqual(differing, []);
});

test('words break after hyphens and slashes, dates and numbers do not', (t) => {
  t.deepEqual(pieces('well-known and/or'), ['well-', 'known', 'and/', 'or']);
  t.deepEqual(pieces('Wi-Fi e-mail T-shirt'), ['Wi-Fi', 'e-mail', 'T-shirt']);
  t.deepEqual(pieces('2026-11-20 -5 A4-B5'), ['2026-11-20', '-5', 'A4-B5']);
});

test('ideographs break anywhere except before closing marks and after opening ones', (t) => {
  t.deepEqual(pieces('東京、「駅」です。'), ['東', '京、', '「駅」', 'で', 'す。']);
  t.deepEqual(wrap('東京駅です。', 3).lines, ['東京駅', 'です。']);
});

test('scripts without spaces break between words, and no line begins with a repetition mark', (t) => {
  t.deepEqual(pieces('สวัสดีครับ'), ['สวัสดี', 'ครับ']);
  t.true(pieces('ຂ້ອຍຮັກເຈົ້າ').length > 1);
  t.true(pieces('ល្ងាចនេះនឹងមានភ្លៀង').length > 2);
  t.true(pieces('ဒီညနေမိုးရွာမယ်').length > 2);
  t.true(pieces('དེ་རིང་དགོང་དྲོ་').length > 2);
  t.true(pieces('ต่างๆนานา').every((piece) => !piece.startsWith('ๆ')));
});

test('Korean breaks between words, and only a word without room within', (t) => {
  t.deepEqual(pieces('오늘 저녁 7시에 할머니'), ['오늘', '저녁', '7시에', '할머니']);
  t.deepEqual(wrap('할머니', 2).lines, ['할머', '니']);
});

test('text that does not fit is cut and reported as cut', (t) => {
  t.deepEqual(wrap('one two three four', 3, 2), { lines: ['one', 'two'], cut: true });
  t.false(wrap('one two', 3, 2).cut);
});

const box = { width: 100, height: 60 };

test('the cut line ends in an ellipsis that fits', (t) => {
  const { lines, size } = setIn('the quick brown fox jumps over', { size: 20, lineHeight: 1.5 }, box);
  t.is(size, 20);
  t.deepEqual(lines, ['the quick', 'brown fox…']);
  t.true(lines.every((line) => measure(line) * 20 <= 100));
});

test('maxLines cuts earlier than the height does', (t) => {
  const fitted = setIn('one two three four', { size: 10, lineHeight: 1, maxLines: 1 }, box);
  t.deepEqual(fitted.lines, ['one two three four']);
  const cut = setIn('one two three four five', { size: 10, lineHeight: 1, maxLines: 1 }, box);
  t.deepEqual(cut.lines, ['one two three four…']);
});

test('with minSize the largest size is taken at which everything fits', (t) => {
  const text = 'the quick brown fox jumps over the lazy dog';
  const { size, lines } = setIn(text, { size: 40, minSize: 6, lineHeight: 1.5 }, box);
  t.is(lines.join(' '), text);
  t.true(lines.length * size * 1.5 <= 60);
  const larger = setIn(text, { size: size + 1, lineHeight: 1.5 }, box);
  t.true(larger.lines.at(-1)?.endsWith('…'), 'one size more would not have fitted');
});

test('a short text keeps the full size', (t) => {
  t.is(setIn('hi', { size: 40, minSize: 6, lineHeight: 1.5 }, box).size, 40);
});

test('autosize does not break a word as long as a smaller size keeps it whole', (t) => {
  const { size, lines } = setIn('extraordinary', { size: 40, minSize: 6, lineHeight: 1 }, box);
  t.deepEqual(lines, ['extraordinary']);
  t.is(size, 15);
});

test('text that fits at no size is cut at the smallest', (t) => {
  const { size, lines } = setIn('word '.repeat(500), { size: 40, minSize: 10, lineHeight: 1 }, box);
  t.is(size, 10);
  t.is(lines.length, 6);
  t.true(lines.at(-1)?.endsWith('…'));
});

test('a hundred thousand characters are laid out quickly', (t) => {
  const before = process.threadCpuUsage();
  setIn('lorem ipsum dolor '.repeat(5_500), { size: 60, minSize: 8, lineHeight: 1.3 }, box);
  const { user, system } = process.threadCpuUsage(before);
  t.true(user + system < 1_500_000);
});

test('a word is measured once for each style, in a bounded cache', (t) => {
  let asked = 0;
  const measure = (text: string) => {
    asked++;
    return text.length;
  };
  const plain = cacheWidths('a style of this test', measure);
  t.deepEqual([plain('word'), plain('word'), asked], [4, 4, 1]);
  cacheWidths('another style of this test', measure)('word');
  t.is(asked, 2);
  const line = 'a line that is longer than any word';
  t.is(plain(line) + plain(line), 2 * line.length);
  t.is(asked, 4);
  for (let word = 0; word < 20_000; word++) plain(String(word));
  asked = 0;
  plain('word');
  t.is(asked, 1);
});
