import { measureText } from '../../imaging/measure-text.ts';

/** Characters that decide. */
const MAX_SAMPLED_CHARACTERS = 400;

/** Whether a text is read from the right, as drawing it decides. */
export function readsRightToLeft(text: string): boolean {
  const sample = text.slice(0, MAX_SAMPLED_CHARACTERS);
  return sample.trim() !== '' && measureText({ width: 9999, height: 99 }, { text: sample }).rightToLeft;
}
