import type { Block } from './blocks.ts';
import { oneLine } from './blocks.ts';
import type { Digest, ListItem } from './digest.ts';
import { toItem } from './split-text.ts';

type List = NonNullable<Digest['list']>;

const MAX_ITEMS = 100;
const CLOCK =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h)?(?:\s?(?:-|–|—|to|bis)\s?\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h)?)?(?=[\s:,–—-]|$)/iu;
const HAS_TIME = /\d[:.h]\d{2}|\d\s?(?:am|pm|uhr|h)\b/iu;
const DAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|today|tomorrow|tonight)(?:day)?\b\.?|^\d{4}-\d{2}-\d{2}|^\d{1,2}(?:\.|\/|\s)(?:\d{1,2}\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d{1,2}\b/iu;

/** The longest run of items, with the line above it for a title; null when there is none of three. */
export function findList(blocks: Block[]): List | null {
  let best: { start: number; end: number } | null = null;
  for (let start = 0; start < blocks.length; start++) {
    let end = start;
    while (blocks[end]?.kind === 'item') end++;
    if (end - start >= 3 && end - start > (best ? best.end - best.start : 0)) best = { start, end };
    if (end > start) start = end;
  }
  if (!best) return findPlainList(blocks);
  const items = blocks.slice(best.start, best.end).filter((block) => block.kind === 'item');
  const above = blocks[best.start - 1];
  const title = above && 'text' in above && above.text.length <= 80 ? lastLine(above.text) : null;
  return {
    title,
    ordered: items.every((item) => item.ordered),
    items: items.slice(0, MAX_ITEMS).map((item) => toListItem(item.text, item.done)),
  };
}

/** Lines without bullets, as people write shopping lists: at least three, all short, none of them a sentence. */
function findPlainList(blocks: Block[]): List | null {
  const last = blocks.at(-1);
  if (blocks.length > 2 || last?.kind !== 'paragraph') return null;
  const lines = last.text.split('\n').map(oneLine);
  const own = blocks.length === 1 && headsTheRest(lines) ? lines.shift() : undefined;
  const above = blocks.length === 2 && blocks[0] && 'text' in blocks[0] ? blocks[0].text : undefined;
  const title = own ?? above ?? null;
  if (lines.length < 3 || (title !== null && (title.length > 80 || title.includes('\n')))) return null;
  const timed = lines.filter((line) => toListItem(line, null).when !== null).length * 2 > lines.length;
  const limit = timed ? 100 : 44;
  // A comma at a line's end is verse, a full stop prose.
  const plain = lines.every(
    (line) => line.length <= limit && (timed || !/[.,;!?。，；！？…—–-]$/u.test(line)),
  );
  if (!plain) return null;
  const items = lines.slice(0, MAX_ITEMS).map((line) => {
    const item = toItem(line, false);
    return toListItem('text' in item ? item.text : line, item.kind === 'item' ? item.done : null);
  });
  return { title: title?.replace(/[:：]$/u, '') ?? null, ordered: false, items };
}

/** The first line ends with a colon, or is the only one without a time: `Monday`, then `08:00 School` and so on. */
function headsTheRest([first = '', ...rest]: string[]): boolean {
  const timed = (line: string) => toListItem(line, null).when !== null;
  return /[:：]$/u.test(first) || (rest.length > 0 && !timed(first) && rest.every(timed));
}

/** Most items begin with a time or a day. */
export function isAgenda(list: List): boolean {
  return list.items.filter((item) => item.when !== null).length * 2 > list.items.length;
}

function toListItem(text: string, done: boolean | null): ListItem {
  const clock = CLOCK.exec(text)?.[0] ?? '';
  const when = HAS_TIME.test(clock) ? clock : (DAY.exec(text)?.[0] ?? '');
  const rest = text.slice(when.length).replace(/^[\s:,–—|·-]+/u, '');
  if (when === '' || rest === '') return { text, when: null, done };
  return { text: rest, when: when.trim(), done };
}

function lastLine(text: string): string {
  return (text.split('\n').at(-1) ?? text).replace(/[:：]$/u, '');
}
