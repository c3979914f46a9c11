import * as z from 'zod';
import { countAmount } from '#shared/count-words.ts';
import { startAtCurrentRow } from './course-of-rows.ts';
import { hasColumns } from './flow/measure-part.ts';
import { createPart, type Part } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { tableParts } from './flow/table-parts.ts';
import { boxBelow, fitsHeader, putFooter } from './furniture.ts';
import { localTimes, readerOf } from './local-times.ts';
import { type Box, Page } from './page.ts';
import { fitsPairsGrid, putPairsGrid } from './pairs-grid.ts';
import { putHeaderAndCode } from './put-corner.ts';
import { booleanWord, type Pair, rowParts } from './table-rows.ts';
import { codeUrl, defineTemplate, lineText, pageEnd, proseText, readerTime, shortText } from './template.ts';

const pair = z.object({ key: shortText.min(1), value: lineText });
const parameters = z.object({
  title: shortText.optional(),
  /** Facts about all rows, in a line above them. */
  facts: lineText.optional(),
  /** Short facts about all rows, above them: each value under its name, or beside the figure. Models have `facts`. */
  pairs: z.array(pair).max(8).optional().meta({ forRules: true }),
  /** Further text, below the rows as far as there is room. */
  besides: proseText.optional(),
  /** The figure that matters, large above the rows. */
  lead: pair.optional(),
  header: z.array(lineText).max(30).optional(),
  rows: z.array(z.array(lineText).max(30)).min(1).max(2000),
  /** A note for each row, below it over the whole width. */
  notes: z.array(proseText).max(2000).optional(),
  ...readerTime,
  url: codeUrl,
  ...pageEnd,
  /** The number of rows left out, if only whole rows are. */
  omittedRows: z.int().min(0).optional(),
});

/** A table of two columns with at least this many rows is set in two columns. */
const MIN_ROWS_FOR_TWO_TABLES = 12;

/** A table with a header; figures are aligned at the ends of their columns. */
export const grid = defineTemplate({
  use: 'A table of rows and columns: measurements, departures, records of any kind. Each row has a cell for every column of the header.',
  parameters,
  layOut(parameters, viewport, colorMode) {
    const { footer, language } = parameters;
    const sample = [parameters.title, ...(parameters.rows[0] ?? [])].join(' ');
    const page = new Page(viewport, colorMode, sample, language);
    const local = (text: string) => localTimes(text, readerOf(parameters, page.furniture));
    const given = startAtCurrentRow(parameters, local);
    const { omitted = 0, omittedRows = 0 } = given;
    const title = local(given.title ?? '');
    const header = given.header?.map(local);
    const rows = given.rows.map((row) => row.map(local));
    let box = putFooter(page, page.content, footer);
    const table = tableParts(page, header ?? null, rows, { notes: given.notes?.map(local) });
    // Rows that do not fit in columns need no header: it follows them as text.
    const isWide = table[0] === undefined || hasColumns(page, table[0], page.theme.least, box.width);
    const parts: Part[] =
      header && !isWide
        ? [...table.slice(1), ...table.slice(0, 1).map((head) => ({ ...head, keepsNext: false }))]
        : table;
    if (fitsHeader(page, box, title)) box = putHeaderAndCode(page, box, title, given.url);
    else parts.unshift(createPart(title, { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: true }));
    const besides = local(given.besides ?? '');
    if (besides !== '') parts.push(createPart(besides, { scale: 0.9, space: 1, lineHeight: 1.3 }));
    const written = ({ key, value }: Pair) => ({
      key: local(key),
      value: booleanWord(value, page.furniture.phrases) ?? local(value),
    });
    const lead = given.lead && written(given.lead);
    box = putAbove(page, lead, given.pairs?.map(written) ?? [], localFacts(given.facts ?? '', local), box);
    putFlow(page, parts, box, {
      most: page.theme.type.title,
      ...(columnsOf(header, rows) <= 2 &&
        (!header || rows.length >= MIN_ROWS_FOR_TWO_TABLES) && { columnWidth: 13 * page.theme.type.body }),
      more: { items: omittedRows, words: omitted },
    });
    return page.scene();
  },
});

/** Facts with their times in the reader's zone; a day that is the whole value of a fact is localised too. */
const localFacts = (facts: string, local: (text: string) => string) =>
  facts
    .split(' · ')
    .map((fact) => fact.replace(/(?<=: )\d{4}-\d\d-\d\d$/, local))
    .map(local)
    .join(' · ');

const columnsOf = (header: string[] | undefined, rows: string[][]) =>
  Math.max(header?.length ?? 0, ...rows.map((row) => row.length));

/** Puts the facts about all rows: a large figure with facts beside it, short facts, a line of longer ones. Returns the room below. */
function putAbove(page: Page, lead: Pair | undefined, pairs: Pair[], facts: string, box: Box): Box {
  if (lead) return putLead(page, lead, pairs, facts, box);
  const { type, gap } = page.theme;
  const strip = { ...box, height: Math.min(STRIP_LINES * type.body, Math.round(box.height * STRIP)) };
  if (pairs.length < 2 || !fitsPairsGrid(page, strip, pairs, type.lead))
    return putFacts(page, lineOf(pairs, facts), box);
  return putFacts(
    page,
    facts,
    boxBelow(box, putPairsGrid(page, strip, pairs, type.lead) + Math.round(gap / 2)),
  );
}

/** Share of the room that short facts take, those above the rows and those beside a figure. */
const STRIP = 0.18;
/** Lines of type that short facts above rows take, their names among them. */
const STRIP_LINES = 2.6;
const BESIDE = 0.4;

/** Lines of the smallest type that the count of what is left out takes, with a gap above it. */
const ROOM_FOR_COUNT = 2;

const lineOf = (pairs: Pair[], facts: string) =>
  [...pairs.map(({ key, value }) => `${key}: ${value}`), facts].filter((one) => one !== '').join(' · ');

/** Puts a line of facts. */
function putFacts(page: Page, facts: string, box: Box): Box {
  if (facts === '') return box;
  const { type, gap } = page.theme;
  const room = { ...box, height: Math.round(box.height / 3) };
  const placed = putFlow(page, [createPart(facts, { lineHeight: 1.3 })], room, {
    most: type.small,
    id: 'fact-',
  });
  return boxBelow(box, placed.bottom + gap);
}

/** Puts a large figure with the facts beside it, below it where there is no room beside it. */
function putLead(page: Page, lead: Pair, pairs: Pair[], facts: string, box: Box): Box {
  const { type, gap, floor } = page.theme;
  const line = lineOf(pairs, facts);
  const label = { size: Math.max(floor, type.small), lineHeight: 1.25 };
  const figure = { size: type.poster, smallest: type.lead, weight: 700, lineHeight: 1.1, maxLines: 1 };
  const wide = box.width > 1.25 * box.height;
  const width = wide && line !== '' ? Math.floor(box.width * 0.45) : box.width;
  const room = { ...box, width, height: Math.round(box.height * BESIDE) };
  const labelled = page.lines(lead.key, width, label);
  const own = boxBelow(room, room.y + labelled.height);
  const measured = page.measure(lead.value, own, figure);
  if (measured.cut || own.height < type.lead * 1.2 || labelled.lines.length > 2) {
    const parts = [createPart(`${lead.key}: ${lead.value}`, { weight: 700 })];
    if (line !== '') parts.push(createPart(line, { lineHeight: 1.3 }));
    const placed = putFlow(
      page,
      parts,
      { ...box, height: Math.round(box.height / 2) },
      { most: type.body, id: 'fact-' },
    );
    return boxBelow(box, placed.bottom + gap);
  }
  page.text('lead-key', lead.key, { ...room, height: labelled.height }, label);
  page.text('lead-value', lead.value, own, { ...figure, size: measured.size, smallest: undefined });
  if (line === '') return boxBelow(box, measured.bottom + gap);
  const below = boxBelow(box, measured.bottom + gap);
  const beside = wide
    ? { ...box, x: box.x + width + gap, width: box.width - width - gap, height: room.height }
    : { ...below, height: Math.round(box.height * 0.3) };
  if (!wide && page.measure(line, beside, { size: page.theme.least, lineHeight: 1.3 }).cut)
    return putWholeFacts(page, pairs, facts, below);
  const rows = wide ? rowParts(page, pairs) : [];
  if (rows.length > 0 && facts !== '')
    rows.push(createPart(facts, { scale: 0.9, lineHeight: 1.3, space: 0.5 }));
  const parts = rows.length > 0 ? rows : [createPart(line, { lineHeight: 1.3 })];
  const placed = putFlow(page, parts, beside, { most: type.lead, id: 'fact-', middle: wide ? 0.5 : 0 });
  return boxBelow(box, Math.max(measured.bottom, placed.bottom) + gap);
}

/** Puts as many facts as are whole above the rows, so that the page has one count of all that is left out. */
function putWholeFacts(page: Page, pairs: Pair[], facts: string, box: Box): Box {
  const { gap, least } = page.theme;
  const style = { size: least, lineHeight: 1.3 };
  const room = { ...box, height: box.height - ROOM_FOR_COUNT * least };
  for (let shown = pairs.length; shown > 0; shown--) {
    const line = lineOf(pairs.slice(0, shown), '');
    if (page.measure(line, room, style).cut) continue;
    const placed = page.text('facts', line, room, style);
    page.leaveOut(countAmount(lineOf(pairs.slice(shown), facts)));
    return boxBelow(box, placed.bottom + gap);
  }
  page.leaveOut(countAmount(lineOf(pairs, facts)));
  return box;
}
