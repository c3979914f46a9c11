import { measureText } from '../../imaging/measure-text.ts';

/** The direction is found from this many characters. */
const MAX_SAMPLED_CHARACTERS = 400;

/** Whether a text is read from right to left, by the rules with which it is drawn. */
export function readsRightToLeft(text: string): boolean {
  const sample = text.slice(0, MAX_SAMPLED_CHARACTERS);
  return sample.trim() !== '' && measureText({ width: 9999, height: 99 }, { text: sample }).rightToLeft;
}
