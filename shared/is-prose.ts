/** Shorter lines before the first sentence are bylines, datelines and captions. */
const MIN_CHARACTERS = 60;
/** A larger share of words with a capital letter is a list of names. German nouns are about a third of a text. */
const MAX_CAPITAL_SHARE = 0.62;
/** Characters that are examined. */
const SAMPLE = 400;

/** Whether a paragraph is sentences: not a byline, a date, a caption or a list of authors. */
export function isProse(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const words = sample.match(/[\p{Lu}\p{Ll}][\p{L}’'-]*/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word));
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sample);
  return (
    letters >= (isWide ? MIN_CHARACTERS / 2 : MIN_CHARACTERS * 0.75) &&
    capitals.length <= MAX_CAPITAL_SHARE * words.length
  );
}
