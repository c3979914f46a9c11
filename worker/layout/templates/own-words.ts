import { boxBelow } from './furniture.ts';
import type { Box, Page, PutText } from './page.ts';

/** Share of a page for the owner's words that leaves most of it to the material that they are about, and the most for long ones. */
const USUAL_SHARE = 0.28;
const MAX_SHARE = 0.7;
/** Line height of a title below them, in ems. */
const LINE = 1.2;

/**
 * Puts the owner's words, in full, above the material that they are about. They may take all of the room; if that is too little,
 * the page counts the missing words, with the `others` of the material when no line of it has room. Returns the room that is left.
 */
export function putOwnWords(
  page: Page,
  box: Box,
  words: string,
  { areAll = false, others = 0 }: { areAll?: boolean; others?: number } = {},
): Box {
  const { type, floor, gap, accent } = page.theme;
  const isShort = words.length <= 160;
  const style: PutText = {
    size: words.length <= 60 ? type.display : isShort ? type.head : type.title,
    smallest: floor,
    weight: isShort ? 600 : 400,
    lineHeight: 1.3,
    balance: isShort,
  };
  const share = (part: number) => ({ ...box, height: Math.round(box.height * part) });
  const usual = { ...style, smallest: type.lead };
  const isUsual = !areAll && !page.measure(words, share(USUAL_SHARE), usual).cut;
  const most = areAll ? box : share(isUsual ? USUAL_SHARE : MAX_SHARE);
  const room = page.measure(words, most, style).cut ? box : most;
  const bar = Math.max(2, Math.round(type.body / 7));
  const under = gap + bar + gap + LINE * Math.max(floor, type.body);
  const isFull = others > 0 && page.measure(words, room, style).bottom + under > box.y + box.height;
  const put = fittingText(page, words, room, style, isFull ? others : 0);
  const placed = page.text('own-words', put, room, style);
  if (areAll) return box;
  const y = placed.bottom + gap;
  if (isFull || y + bar > box.y + box.height) return boxBelow(box, box.y + box.height);
  page.rule('own-rule', { x: box.x, y, width: Math.min(box.width, 3 * type.body), height: bar }, accent);
  return boxBelow(box, y + bar + gap);
}

/** The text, or as many words as fit with the number of the others: `the first ones… + 12`. `others` are of another text. */
export function fittingText(page: Page, text: string, room: Box, style: PutText, others = 0): string {
  const all = others > 0 ? `${text} + ${others}` : text;
  if (!page.measure(all, room, style).cut) return all;
  const words = text.split(/(?<=\s)(?=\S)/u);
  const shortened = (count: number) =>
    `${words.slice(0, count).join('').trimEnd()}… + ${words.length - count + others}`;
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (page.measure(shortened(middle), room, style).cut) high = middle - 1;
    else low = middle;
  }
  return shortened(low);
}
