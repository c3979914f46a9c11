import type { TextProperties } from './scene.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

/** Most letters that are counted for the direction of a text. With fewer than `MIN_SAMPLED_LETTERS` the first one decides. */
const MAX_SAMPLED_LETTERS = 400;
const MIN_SAMPLED_LETTERS = 24;
/** How many letters of the other direction outweigh one of the first direction. Hebrew texts have many names in Latin letters. */
const MIN_OUTWEIGHING_FACTOR = { rightToLeft: 4, leftToRight: 2 };

/**
 * The first strong character decides, as in UAX #9 (P2, P3), unless the direction is given, or most letters by far have the other
 * direction: a greeting in Hebrew before an English sentence.
 */
export function isRightToLeft(text: string, direction: TextProperties['direction']): boolean {
  if (direction !== 'auto') return direction === 'rtl';
  const letters = text.slice(0, MAX_SAMPLED_LETTERS).match(/\p{L}/gu) ?? [];
  const first = RIGHT_TO_LEFT.test(letters[0] ?? '');
  if (letters.length < MIN_SAMPLED_LETTERS) return first;
  const same = letters.filter((letter) => RIGHT_TO_LEFT.test(letter) === first).length;
  const limit = first ? MIN_OUTWEIGHING_FACTOR.rightToLeft : MIN_OUTWEIGHING_FACTOR.leftToRight;
  return letters.length - same > limit * same ? !first : first;
}
