import * as z from 'zod';
import { createPart } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, fitsHeader, putFooter } from './furniture.ts';
import { localTimes, readerOf } from './local-times.ts';
import { type Box, Page, type PutText } from './page.ts';
import { putHeaderAndCode } from './put-corner.ts';
import { booleanWord, type Pair, putRows, rowParts } from './table-rows.ts';
import { codeUrl, defineTemplate, lineText, pageEnd, proseText, readerTime, shortText } from './template.ts';

const pair = z.object({
  /** May contain its group: `wind › speed`. */
  key: shortText.min(1),
  value: lineText,
});
const parameters = z.object({
  title: shortText.optional(),
  /** What it says in sentences, before the values. */
  text: proseText.optional(),
  /** The figure that matters most, in very large type. */
  lead: pair.optional(),
  pairs: z.array(pair).max(500),
  ...readerTime,
  url: codeUrl,
  ...pageEnd,
  /** Pairs that were left out before. */
  omittedPairs: z.int().min(0).optional(),
});

/** Limits of figures in large type: their number, and letters of each. */
const MAX_LARGE_FIGURES = 6;
const MAX_BRIEF_LETTERS = 12;
/** Up to this many rows stand beside the large figure; more stand below it. */
const MAX_ROWS_BESIDE_FIGURE = 9;

/** Names and values. */
export const table = defineTemplate({
  use: 'Names and values: data, settings, figures. One of them may be the one that matters (lead); up to six short values are set large; keys may be grouped as "group › name".',
  parameters,
  layOut(given, viewport, colorMode) {
    const { footer, language, omitted = 0, omittedPairs = 0 } = given;
    const sample =
      given.title ||
      given.text ||
      [given.lead, ...given.pairs].map((one) => `${one?.key ?? ''} ${one?.value ?? ''}`).join(' ');
    const page = new Page(viewport, colorMode, sample, language);
    const reader = readerOf(given, page.furniture);
    const local = ({ key, value }: Pair) => ({
      key: localTimes(key, reader),
      value: booleanWord(value, page.furniture.phrases) ?? localTimes(value, reader),
    });
    const title = localTimes(given.title ?? '', reader);
    const lead = given.lead && local(given.lead);
    const pairs = given.pairs.map(local);
    let box = putFooter(page, page.content, footer);
    if (fitsHeader(page, box, title)) box = putHeaderAndCode(page, box, title, given.url);
    else {
      const head = putFlow(
        page,
        [createPart(title, { weight: 700 })],
        { ...box, height: box.height / 2 },
        { most: page.theme.type.body, id: 'title-' },
      );
      box = boxBelow(box, head.bottom + page.theme.gap);
    }
    const text = localTimes(given.text ?? '', reader);
    if (text !== '') box = putText(page, text, box, pairs.length > 0);
    const more = { items: omittedPairs, words: omitted };
    if (lead && putLead(page, lead, pairs, box, more)) return page.scene();
    const all = lead ? [lead, ...pairs] : pairs;
    const large =
      omitted === 0 &&
      all.length <= MAX_LARGE_FIGURES &&
      all.every(({ value }) => value.length <= MAX_BRIEF_LETTERS);
    if (!large || !putFigures(page, all, box)) putRows(page, all, box, { more });
    return page.scene();
  },
});

/** Share of the page's room for a text before values. */
const TEXT = 0.56;

/** Puts a text over the whole width, as large as its share of the room allows. Returns the room below. */
function putText(page: Page, text: string, box: Box, isAbove: boolean): Box {
  const { type, gap } = page.theme;
  const room = { ...box, height: isAbove ? Math.round(box.height * TEXT) : box.height };
  const placed = putFlow(page, [createPart(text, { lineHeight: 1.35 })], room, {
    most: type.title,
    id: 'text-',
  });
  return boxBelow(box, placed.bottom + gap);
}

/** Puts one large figure beside or above the rows; false when it would be no larger than a heading. */
function putLead(
  page: Page,
  { key, value }: Pair,
  pairs: Pair[],
  box: Box,
  more: { items: number; words: number },
): boolean {
  const { type, gap, floor, hairline } = page.theme;
  const alone = pairs.length === 0 && more.items === 0;
  const landscape = box.width > 1.25 * box.height;
  const wide = landscape && pairs.length <= MAX_ROWS_BESIDE_FIGURE;
  const share = alone ? 1 : HALF;
  const top = { ...box, height: Math.floor(box.height * (landscape ? ABOVE : ABOVE_UPRIGHT)) };
  const near = landscape && !wide ? firstBrief(pairs, Math.floor(top.height / (ROW * page.theme.least))) : [];
  const own = {
    ...(wide || alone ? box : top),
    ...((wide || alone || near.length > 0) && { width: Math.floor(box.width * share) }),
  };
  const label = key.split(' › ').at(-1) as string;
  const labelStyle = { size: Math.max(floor, type.body), lineHeight: 1.25 };
  const labelled = page.lines(label, own.width, labelStyle);
  const style: PutText = {
    size: 2.2 * type.poster,
    smallest: type.head,
    weight: 700,
    lineHeight: 1.1,
    maxLines: /\d/.test(value) ? 1 : 2,
    balance: true,
  };
  const room = { ...own, height: own.height - labelled.height };
  if (labelled.lines.length > 3 || room.height < type.head) return false;
  const measured = page.measure(value, room, style);
  if (measured.cut) return false;
  const height = measured.bottom - room.y;
  const spare = wide || alone ? 0.4 : near.length > 0 ? 0.5 : 0;
  const y = own.y + Math.round((own.height - height - labelled.height) * spare);
  page.text('lead-key', label, { ...own, y, height: labelled.height }, labelStyle);
  page.text(
    'lead-value',
    value,
    { ...own, y: y + labelled.height, height },
    { ...style, size: measured.size, smallest: undefined },
  );
  if (alone) return true;
  const gutter = 3 * gap;
  const beside = {
    ...(wide ? box : top),
    x: own.x + own.width + gutter,
    width: box.width - own.width - gutter,
  };
  if (wide) {
    const x = beside.x - Math.round(gutter / 2);
    page.rule('lead-rule', { x, y: box.y, width: hairline, height: box.height });
    putFlow(page, rowParts(page, pairs), beside, { most: type.lead, middle: 0.4, more });
    return true;
  }
  if (near.length > 0)
    putFlow(page, rowParts(page, near), beside, {
      most: sizeOfRows(page, near, beside),
      id: 'near-',
      middle: 0.5,
    });
  const bottom = near.length > 0 ? top.y + top.height : y + labelled.height + height;
  putFlow(
    page,
    rowParts(
      page,
      pairs.filter((pair) => !near.includes(pair)),
    ),
    boxBelow(box, bottom + gap),
    {
      most: type.lead,
      columnWidth: COLUMN * type.body,
      more,
    },
  );
  return true;
}

/** Share of the width of a figure with rows beside it, and of the height of one above them. */
const HALF = 0.46;
const ABOVE = 0.38;
const ABOVE_UPRIGHT = 0.42;
/** Least width of a column of rows below a figure, in ems of running text. */
const COLUMN = 13;
/** Height of a row of a name and its value in ems, and letters of one that has a single line beside a figure. */
const ROW = 2;
const ROW_LETTERS = 34;
/** Longer pairs that later ones may overtake to stand beside a figure. */
const SKIPPED = 2;
/** Width of a letter in ems. */
const LETTER = 0.56;

/** Pixels of type in which the longest of rows stands on one line, about. */
const sizeOfRows = (page: Page, pairs: Pair[], { width }: Box) => {
  const letters = Math.max(...pairs.map(({ key, value }) => key.length + value.length));
  return Math.max(
    page.theme.least,
    Math.min(page.theme.type.lead, Math.floor(width / (LETTER * (letters + 2)))),
  );
};

/** Pairs of a page before its first group that stand on a line each; none where there are fewer than two. */
function firstBrief(pairs: Pair[], most: number): Pair[] {
  const end = pairs.findIndex(({ key }) => key.includes(' › '));
  const brief = pairs
    .slice(0, Math.min(end < 0 ? pairs.length : end, most + SKIPPED))
    .filter(({ key, value }) => key.length + value.length <= ROW_LETTERS)
    .slice(0, most);
  return brief.length < 2 ? [] : brief;
}

/** Puts a grid of figures, each under its name; false when they would be no larger than in rows. */
function putFigures(page: Page, pairs: Pair[], box: Box): boolean {
  const { type, gap, muted, floor } = page.theme;
  const wide = box.width > 1.6 * box.height;
  const used = pairs.length === 4 ? 2 : Math.min(pairs.length, wide ? 3 : 2);
  const rows = Math.ceil(pairs.length / used);
  const width = Math.floor((box.width - (used - 1) * 3 * gap) / used);
  const height = Math.floor((box.height - (rows - 1) * 3 * gap) / rows);
  const label = Math.round(type.small * 1.35);
  const labelStyle = { size: type.small, smallest: floor, color: muted, maxLines: 1 };
  const named = pairs.map(({ key }) => key.split(' › ').join(' '));
  const room = { x: 0, y: 0, width, height: height - label };
  const style = { size: type.poster, smallest: floor, weight: 700, lineHeight: 1.15, maxLines: 1 };
  if (room.height < 1.3 * type.body) return false;
  if (named.some((key) => page.measure(key, { ...room, height: label }, labelStyle).cut)) return false;
  const measured = pairs.map(({ value }) => page.measure(value, room, style));
  const size = Math.min(...measured.map((one) => one.size));
  if (size < 1.15 * type.body || measured.some(({ cut }) => cut)) return false;
  const own = label + Math.round(size * 1.15);
  for (const [index, { value }] of pairs.entries()) {
    const x = box.x + (index % used) * (width + 3 * gap);
    const top = box.y + Math.floor(index / used) * (height + 3 * gap);
    const y = top + Math.max(0, Math.round((height - own) * 0.4));
    page.text(`key-${index}`, named[index] as string, { x, y, width, height: label }, labelStyle);
    const figure = { x, y: y + label, width, height: Math.round(size * 1.2) };
    page.text(`value-${index}`, value || '–', figure, { ...style, size, smallest: undefined });
  }
  return true;
}
