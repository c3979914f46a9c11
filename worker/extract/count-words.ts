const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/**
 * Emoji, each once however many characters it is made of; keycaps are digits, which are words. The look at the first
 * character changes no match: it is 40 times as quick where a text of another script than Latin has none.
 */
const EMOJI =
  /(?=[[\p{Emoji}\p{Extended_Pictographic}]--[#*0-9]])[[\p{RGI_Emoji}\p{Extended_Pictographic}]--[\p{Emoji_Keycap_Sequence}©®™]]/gv;
/** Characters that print something of their own. */
const VISIBLE = /[^\s\p{M}\p{Cf}]/gu;

/** An amount of text: words, and emoji, which do not count as words. */
export interface Amount {
  words: number;
  signs: number;
}

/** Words and emoji of a text. */
export const amountIn = (text: string): Amount => ({
  words: countWords(text),
  signs: text.match(EMOJI)?.length ?? 0,
});

/** The amount that a cut text lacks, at least one; characters where it lacks neither words nor emoji. */
export function missingOf(text: string, shown: string): Amount {
  const [all, kept] = [amountIn(text), amountIn(shown)];
  const words = Math.max(0, all.words - kept.words);
  const signs = Math.max(0, all.signs - kept.signs);
  if (words + signs > 0) return { words, signs };
  if (all.words > 0) return { words: 1, signs: 0 };
  return { words: 0, signs: Math.max(1, countVisible(text) - countVisible(shown)) };
}

/** Characters of a text that has neither words nor emoji. */
export const countVisible = (text: string) => text.match(VISIBLE)?.length ?? 0;

/** Words of a text; characters, in scripts that put no spaces between words. */
export function countWords(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  const rest = ideographs > 0 ? text.replace(IDEOGRAPHS, ' ') : text;
  return ideographs + (rest.match(WORD)?.length ?? 0);
}
