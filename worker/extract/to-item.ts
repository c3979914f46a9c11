import { type Block, oneLine } from './blocks.ts';

const CHECKBOX = /^(?:\[([ xX]?)\]|([☐☑☒✓✔✗✘]))/u;

/** A line as an item, with the box that it may begin with. */
export function toItem(line: string, ordered: boolean): Extract<Block, { kind: 'item' }> {
  const text = line.trimStart();
  const box = CHECKBOX.exec(text);
  const done = box ? /[xX☑☒✓✔✗✘]/u.test(box[0]) : null;
  return { kind: 'item', text: oneLine(box ? text.slice(box[0].length) : text), ordered, done };
}
