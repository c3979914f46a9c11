import * as z from 'zod';
import type { Page } from '../page.ts';
import { lineText, shortText } from '../template.ts';
import { isSumOfOthers } from './is-sum.ts';
import { emWidth } from './measure-part.ts';
import { createPart, type Part } from './part.ts';
import { tableParts } from './table-parts.ts';

/** A piece of a note as the parameters of templates have it. One flat shape, so that language models can write it. */
export const blockSchema = z.object({
  /** `pair`: a name (`label`) and its value (`text`); `message`: who (`label`) said what; `row`: `cells` of a table. */
  kind: z.enum([
    'heading',
    'paragraph',
    'item',
    'quote',
    'verse',
    'code',
    'pair',
    'message',
    'header',
    'row',
  ]),
  text: z.string().max(20_000).default(''),
  label: lineText.optional(),
  /** The depth of a nested item. */
  level: z.int().min(0).max(8).optional(),
  /** The number of an item (`3.`), or the time at its head. */
  mark: shortText.optional(),
  /** Whether its box is ticked; absent without a box. */
  done: z.boolean().nullish(),
  cells: z.array(lineText).max(30).optional(),
});
export type FlowBlock = z.output<typeof blockSchema>;

/** Ems. */
const BULLET_EMS = 0.9;
const BOX_EMS = 1.35;
const LEVEL_INDENT_EMS = 1.4;
const MARK_GAP_EMS = 0.6;
/** A run of at least this many figures stands at the ends of the lines, as on a receipt. */
const MIN_SUMS = 3;
/** The size of the total below them. */
const TOTAL_SCALE = 1.2;
const SUM_PATTERN = /^[-−+]?[€$£¥]?\s?\d[\d.,\s]{0,14}(?:\s?\S{1,3})?$/u;

/** The parts of the blocks. Runs of items and rows share their columns. `mayHavePlans`: tables of many columns are set close. */
export function partsOf(page: Page, blocks: FlowBlock[], { mayHavePlans = false } = {}): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < blocks.length; ) {
    const { kind, cells } = blocks[start] as FlowBlock;
    let end = start + 1;
    const isRow = kind === 'row' || kind === 'header';
    const isMore = (next: FlowBlock | undefined) =>
      isRow ? next?.kind === 'row' && next.cells?.length === cells?.length : next?.kind === kind;
    while (end < blocks.length && isMore(blocks[end])) end++;
    const run = blocks.slice(start, end);
    const marks = new MarkWidths(page, run);
    parts.push(
      ...(isRow
        ? tableOf(page, run, mayHavePlans)
        : run.map((block, at) => toPart(page, block, at, run, marks))),
    );
    start = end;
  }
  return parts;
}

function tableOf(page: Page, run: FlowBlock[], mayBePlan: boolean): Part[] {
  const cells = (block: FlowBlock) => block.cells ?? [block.text];
  const [first] = run;
  const header = first?.kind === 'header' ? cells(first) : null;
  return tableParts(page, header, (header ? run.slice(1) : run).map(cells), { mayBePlan });
}

function toPart(page: Page, block: FlowBlock, at: number, run: FlowBlock[], marks: MarkWidths): Part {
  const { kind, text } = block;
  switch (kind) {
    case 'heading':
      return createPart(text, {
        scale: (block.level ?? 1) <= 1 ? 1.25 : 1.08,
        weight: 700,
        lineHeight: 1.2,
        space: 0.9,
        keepsNext: true,
      });
    case 'item':
      return itemPart(block, at, marks);
    case 'quote':
      return createPart(text, { family: 'serif', indent: 1, rule: 'side', space: 0.7 });
    case 'verse':
      return createPart(text, { lineHeight: 1.4, space: 0.9 });
    case 'code':
      return createPart(text === '' ? ' ' : text, {
        family: 'mono',
        lineHeight: 1.3,
        space: at === 0 ? 0.7 : 0,
      });
    case 'pair':
    case 'message':
      return labelledPart(page, block, at, run, marks);
    default:
      return createPart(text);
  }
}

function itemPart({ text, level = 0, mark, done }: FlowBlock, at: number, marks: MarkWidths): Part {
  const { widest, boxed } = marks.ofLevel(level);
  const width = Math.max(widest > 0 ? widest + MARK_GAP_EMS : 0, boxed ? BOX_EMS : 0) || BULLET_EMS;
  return createPart(text, {
    indent: level * LEVEL_INDENT_EMS,
    mark:
      mark !== undefined
        ? { kind: 'text', text: mark, weight: 700 }
        : done != null
          ? { kind: 'box', done }
          : { kind: 'bullet' },
    markWidth: width,
    lineHeight: 1.25,
    space: at === 0 ? 0.6 : 0.4,
    muted: done === true,
    unit: 'items',
  });
}

function labelledPart(
  page: Page,
  { kind, text, label = '' }: FlowBlock,
  at: number,
  run: FlowBlock[],
  marks: MarkWidths,
): Part {
  const isChat = kind === 'message';
  const isSum = !isChat && run.length >= MIN_SUMS && run.every((one) => SUM_PATTERN.test(one.text));
  const repeated = isChat && at > 0 && run[at - 1]?.label === label;
  const isTotal = isSum && at === run.length - 1 && isSumOfOthers(run.map((one) => one.text));
  const [labelWeight, weight] = isTotal ? [700, 700] : [400, 600];
  return createPart(isChat ? text : text || '–', {
    mark:
      label === '' ? null : { kind: 'text', text: repeated ? '' : label, weight: isChat ? 700 : labelWeight },
    markWidth: marks.ofLabels(isChat ? 700 : 400) + MARK_GAP_EMS,
    weight: isChat || text.length > MAX_BOLD_LETTERS ? 400 : weight,
    lineHeight: 1.3,
    space: at === 0 ? 0.6 : repeated ? 0.2 : 0.45,
    ...(isSum && { atEnd: true, rule: 'below' as const, markWidth: emWidth(page, label, labelWeight) + 0.8 }),
    ...(isTotal && { scale: TOTAL_SCALE }),
  });
}

/** A longer value is set as text. */
const MAX_BOLD_LETTERS = 60;

/** The widths of the marks of a run, in ems. Measured once for each run, because runs may be long. */
class MarkWidths {
  readonly #page: Page;
  readonly #run: FlowBlock[];
  readonly #levels = new Map<number, { widest: number; boxed: boolean }>();
  #labels: number | undefined;

  constructor(page: Page, run: FlowBlock[]) {
    this.#page = page;
    this.#run = run;
  }

  /** For the items of one depth; `boxed`: one of them has a box. */
  ofLevel(level: number): { widest: number; boxed: boolean } {
    let known = this.#levels.get(level);
    if (!known) {
      const items = this.#run.filter((one) => (one.level ?? 0) === level);
      const widest = this.#widest(
        items.map(({ mark = '' }) => mark),
        700,
      );
      known = { widest, boxed: items.some(({ done }) => done != null) };
      this.#levels.set(level, known);
    }
    return known;
  }

  ofLabels(weight: number): number {
    this.#labels ??= this.#widest(
      this.#run.map(({ label = '' }) => label),
      weight,
    );
    return this.#labels;
  }

  #widest(marks: string[], weight: number): number {
    return Math.max(...[...new Set(marks)].map((mark) => emWidth(this.#page, mark, weight)));
  }
}
