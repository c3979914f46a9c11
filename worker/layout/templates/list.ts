import * as z from 'zod';
import { createPart, type Part } from './flow/part.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { fitsHeader, joinFacts, putFooter } from './furniture.ts';
import { localTimes, type Reader, readerOf } from './local-times.ts';
import { Page } from './page.ts';
import { putHeaderAndCode } from './put-corner.ts';
import { codeUrl, defineTemplate, lineText, pageEnd, readerTime, shortText } from './template.ts';

const parameters = z.object({
  title: shortText.optional(),
  ordered: z.boolean().default(false),
  items: z
    .array(
      z.object({
        text: lineText.min(1),
        /** A time or a day; with it the list is an agenda. */
        when: z.string().trim().max(40).nullish(),
        /** Whether its box is ticked; null without a box. */
        done: z.boolean().nullish(),
        /** The number of an ordered item, as written. */
        mark: shortText.nullish(),
        level: z.int().min(0).max(8).nullish(),
      }),
    )
    .min(1)
    .max(2000),
  ...readerTime,
  url: codeUrl,
  ...pageEnd,
});
type Item = z.output<typeof parameters>['items'][number];

/** A list with at most this many items is set in large type. */
const MAX_LARGE_ITEMS = 5;

/** A list: shopping, tasks, dates. */
export const list = defineTemplate({
  use: 'A list, a checklist or an agenda; items may carry a time (when) or a tick (done).',
  parameters,
  layOut(given, viewport, colorMode) {
    const { title = '', ordered, items, footer, language, omitted = 0 } = given;
    const page = new Page(viewport, colorMode, joinFacts(title, items[0]?.text), language);
    const { type } = page.theme;
    const reader = readerOf(given, page.furniture);
    const count = countOfDone(items);
    let box = putFooter(page, page.content, footer);
    const shown = items.map((item) => localDue(item, reader));
    const isTimed = 2 * shown.filter(({ when }) => when).length > shown.length;
    const blocks = shown.map((item, index) => toBlock(item, index, ordered));
    // An item without a time has no bullet among the times.
    const parts: Part[] = partsOf(
      page,
      isTimed ? blocks.map((block) => (block.done === undefined ? { mark: '', ...block } : block)) : blocks,
    );
    if (fitsHeader(page, box, title)) box = putHeaderAndCode(page, box, title, given.url, count);
    else parts.unshift(createPart(title, { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: true }));
    putFlow(page, parts, box, {
      most: items.length <= MAX_LARGE_ITEMS ? type.head : type.title,
      columnWidth: 8 * type.body,
      middle: title === '' ? 0.35 : 0,
      more: { items: 0, words: omitted },
    });
    return page.scene();
  },
});

/** "2 / 5": the boxes that are ticked. Where every box is ticked, the items without one are those still to do, unless they are deeper. */
function countOfDone(items: Item[]): string {
  const boxes = items.filter(({ done }) => done != null);
  if (boxes.length === 0) return '';
  const deepest = Math.max(...boxes.map(({ level }) => level ?? 0));
  const isStruckOnly = boxes.every(({ done }) => done);
  const counted = isStruckOnly ? items.filter(({ level }) => (level ?? 0) <= deepest) : boxes;
  return `${boxes.filter(({ done }) => done).length} / ${counted.length}`;
}

/** Writes RFC 3339 times of an item in the reader's words; other text is unchanged. */
function localDue(given: Item, reader: Reader): Item {
  const item = /\dT\d\d:/.test(given.text) ? { ...given, text: localTimes(given.text, reader) } : given;
  const isMoment = item.when != null && /^\d{4}-\d\d-\d\d/.test(item.when);
  if (!isMoment) return item;
  return { ...item, when: null, text: `${item.text} · ${localTimes(item.when as string, reader)}` };
}

function toBlock({ text, when, done, mark, level }: Item, index: number, ordered: boolean): FlowBlock {
  const number = mark ?? (ordered ? `${index + 1}.` : undefined);
  const shared = { kind: 'item' as const, level: level ?? 0 };
  if (done != null) return { ...shared, done, text: [number, when, text].filter(Boolean).join(' ') };
  if (when) return { ...shared, mark: when, text: [number, text].filter(Boolean).join(' ') };
  return { ...shared, text, ...(number && { mark: number }) };
}
