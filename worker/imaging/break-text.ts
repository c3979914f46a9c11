/** A piece that is never broken, and the space that follows it (dropped at the end of a line). */
export interface Piece {
  text: string;
  /** The white space between this piece and the next; empty between ideographs and after hyphens. */
  space: string;
}

/** Scripts written without spaces, where a line may end after any character. Korean has spaces between its words. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Scripts written without spaces, whose words ICU finds by dictionary. */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The mark after each Tibetan syllable, behind which a line may end. */
const TSHEG = /(?<=[\u0f0b\u0f0d\u0f0e])(?=[^\u0f0b-\u0f14])/u;
/**
 * Characters that must not begin a line: closing marks, small kana and prolonged sound after JIS X 4051; repetition marks and
 * full stops of Thai, Lao, Khmer and Burmese.
 */
const FORBIDDEN_AT_START =
  /^[、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶๆฯ\u0ec6\u0eaf\u17d4-\u17da\u104a\u104b,.;:!?)\]}%…]/u;
/** Characters that must not end a line. */
const FORBIDDEN_AT_END = /[‘“（〔［｛〈《「『【([{]$/u;
/** After a hyphen with a syllable at either side ("well-known", not "Wi-Fi"), not before a digit (2026-11-20, -5). */
const HYPHEN = /(?<=\p{L}{3}[-–—])(?=\p{L}{3})|(?<=\p{L}[–—/])(?=\p{L})/u;

/** Greatest length of a piece, in UTF-16 units. */
const MAX_PIECE_UNITS = 1_000;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Only characters that never join another: Latin, Greek and Cyrillic letters, punctuation, kana, Han and Hangul without
 * marks and joiners. The segmenter takes some 20 times as long for them.
 */
const SEPARATE =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0384-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;

/** Splits a text into the characters that a reader sees (graphemes). */
export function splitGraphemes(text: string): string[] {
  if (SEPARATE.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * Splits one paragraph where lines may break: at spaces, after hyphens, around ideographs, between the words of
 * scripts without spaces.
 */
export function breakParagraph(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, text = '', space = ''] of paragraph.matchAll(/(\S*)(\s*)/gu)) {
    if (text === '' && space === '') continue;
    const parts = splitWord(text).flatMap(splitLong);
    for (const part of parts) pieces.push({ text: part, space: '' });
    const last = pieces.at(-1);
    if (last) last.space = space;
    else pieces.push({ text: '', space });
  }
  return pieces;
}

function splitWord(word: string): string[] {
  if (IDEOGRAPH.test(word)) return joinForbidden(splitAroundIdeographs(word));
  if (SPACELESS.test(word)) return joinForbidden(Array.from(words.segment(word), ({ segment }) => segment));
  return word.split(TSHEG).flatMap((part) => part.split(HYPHEN));
}

/** No line needs longer pieces, and for some characters the time of the canvas to measure a text grows with the square of its length. */
function splitLong(part: string): string[] {
  if (part.length <= MAX_PIECE_UNITS) return [part];
  const pieces: string[] = [];
  let piece = '';
  for (const grapheme of splitGraphemes(part)) {
    if (piece.length + grapheme.length > MAX_PIECE_UNITS && piece !== '') {
      pieces.push(piece);
      piece = '';
    }
    piece += grapheme;
  }
  return [...pieces, piece];
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
  let before: string | undefined;
  for (const part of parts) {
    if (before !== undefined && (FORBIDDEN_AT_START.test(part) || FORBIDDEN_AT_END.test(before))) {
      joined[joined.length - 1] += part;
    } else {
      joined.push(part);
    }
    before = part;
  }
  return joined;
}
