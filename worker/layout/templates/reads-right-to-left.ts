import { measureText } from '../../imaging/measure-text.ts';

/** Characters that decide. */
const SAMPLE = 400;

/** Whether a text is read from the right, as drawing it decides. */
export function readsRightToLeft(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return sample.trim() !== '' && measureText({ width: 9999, height: 99 }, { text: sample }).rightToLeft;
}
