import { type Block, oneLine } from './blocks.ts';

const CHECKBOX = /^(?:\[([ xX]?)\]|([☐☑☒✓✔✗✘▢]))/u;

/** An item that is struck out as a whole is done. */
const STRUCK_OUT = /^~~([^~]+)~~$/u;

/** The words of an item that is struck out; null for other items. */
export const struckText = (text: string): string | null => STRUCK_OUT.exec(text.trim())?.[1] ?? null;

/** A line as an item, with or without a checkbox. */
export function toItem(line: string, ordered: boolean): Extract<Block, { kind: 'item' }> {
  const text = line.trimStart();
  const box = CHECKBOX.exec(text);
  const done = box ? /[xX☑☒✓✔✗✘]/u.test(box[0]) : null;
  const own = oneLine(box ? text.slice(box[0].length) : text);
  const gone = struckText(own);
  return { kind: 'item', text: gone ?? own, ordered, done: gone === null ? done : true };
}
