const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/** Words of a text; characters, in scripts that put no spaces between words. */
export function countWords(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const rest = ideographs > 0 ? text.replace(IDEOGRAPHS, ' ') : text;
  return ideographs + (rest.match(WORD)?.length ?? 0);
}
