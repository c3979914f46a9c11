/** A piece that is never broken, and the space that follows it (dropped at the end of a line). */
export interface Piece {
  text: string;
  /** The white space between this piece and the next; empty between ideographs and after hyphens. */
  space: string;
}

/** Scripts written without spaces, where a line may end after any character. */
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** What must not begin a line (closing marks, small kana, prolonged sound), after JIS X 4051. */
const NO_START =
  /^[、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.;:!?)\]}%…]/u;
/** What must not end a line. */
const NO_END = /[‘“（〔［｛〈《「『【([{]$/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader sees as single characters. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Splits one paragraph where lines may break: at spaces, after hyphens, around ideographs, between Thai words. */
export function breakParagraph(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, text = '', space = ''] of paragraph.matchAll(/(\S*)(\s*)/gu)) {
    if (text === '' && space === '') continue;
    const parts = splitWord(text);
    for (const part of parts) pieces.push({ text: part, space: '' });
    const last = pieces.at(-1);
    if (last) last.space = space;
    else pieces.push({ text: '', space });
  }
  return pieces;
}

function splitWord(word: string): string[] {
  if (IDEOGRAPH.test(word)) return joinForbidden(splitAroundIdeographs(word));
  if (/\p{Script=Thai}/u.test(word)) return Array.from(words.segment(word), ({ segment }) => segment);
  // Not before a digit: 2026-11-20 and -5 stay whole.
  return word.split(/(?<=\p{L}[-–—/])(?=\p{L})/u);
}

function splitAroundIdeographs(word: string): string[] {
  const parts: string[] = [];
  let run = '';
  for (const grapheme of splitGraphemes(word)) {
    if (!IDEOGRAPH.test(grapheme)) {
      run += grapheme;
      continue;
    }
    if (run) parts.push(run);
    run = '';
    parts.push(grapheme);
  }
  if (run) parts.push(run);
  return parts;
}

function joinForbidden(parts: string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && (NO_START.test(part) || NO_END.test(before))) {
      joined[joined.length - 1] = before + part;
    } else {
      joined.push(part);
    }
  }
  return joined;
}
