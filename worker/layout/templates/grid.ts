import * as z from 'zod';
import { fromNow } from './course-of-rows.ts';
import { hasColumns } from './flow/measure-part.ts';
import { type Part, part } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { tableParts } from './flow/table-parts.ts';
import { below, fitsHeader, putFooter, putHeader } from './furniture.ts';
import { localTimes, readerOf } from './local-times.ts';
import { type Box, Page } from './page.ts';
import { line, prose, short, template } from './template.ts';

const parameters = z.object({
  title: short.optional(),
  /** Facts about all rows, in a line above them. */
  facts: line.optional(),
  /** Further text, below the rows as far as there is room. */
  besides: prose.optional(),
  /** The figure that matters, large above the rows. */
  lead: z.object({ key: short, value: line }).optional(),
  header: z.array(line).max(30).optional(),
  rows: z.array(z.array(line).max(30)).min(1).max(2000),
  /** A note for each row, below it over the whole width. */
  notes: z.array(prose).max(2000).optional(),
  /** Time zone of the reader (IANA), for moments in values; those on the day of `now` are shown without a date. */
  timeZone: short.optional(),
  now: short.optional(),
  footer: short.optional(),
  language: short.optional(),
  omitted: z.int().min(0).optional(),
  /** The number of rows left out, if only whole rows are. */
  omittedRows: z.int().min(0).optional(),
});

/** A table of two columns with at least this many rows is set in two columns. */
const MIN_ROWS_FOR_TWO_TABLES = 12;

/** A table with a header; figures are aligned at the ends of their columns. */
export const grid = template({
  use: 'A table of rows and columns: measurements, departures, records of any kind. Each row has a cell for every column of the header.',
  parameters,
  layOut(parameters, viewport, colorMode) {
    const { footer, language } = parameters;
    const sample = [parameters.title, ...(parameters.rows[0] ?? [])].join(' ');
    const page = new Page(viewport, colorMode, sample, language);
    const local = (text: string) => localTimes(text, readerOf(parameters, page.furniture));
    const given = fromNow(parameters, local);
    const { omitted = 0, omittedRows = 0 } = given;
    const title = local(given.title ?? '');
    const header = given.header?.map(local);
    const rows = given.rows.map((row) => row.map(local));
    let box = putFooter(page, page.content, footer);
    const table = tableParts(page, header ?? null, rows, given.notes?.map(local));
    // Rows that do not fit in columns need no header: it follows them as text.
    const isWide = table[0] === undefined || hasColumns(page, table[0], page.theme.least, box.width);
    const parts: Part[] =
      header && !isWide
        ? [...table.slice(1), ...table.slice(0, 1).map((head) => ({ ...head, keepsNext: false }))]
        : table;
    if (fitsHeader(page, box, title)) box = putHeader(page, box, title);
    else parts.unshift(part(title, { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: true }));
    const besides = local(given.besides ?? '');
    if (besides !== '') parts.push(part(besides, { scale: 0.9, space: 1, lineHeight: 1.3 }));
    const lead = given.lead && { key: local(given.lead.key), value: local(given.lead.value) };
    const facts = localFacts(given.facts ?? '', local);
    box = putLead(page, lead, facts, box);
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

/** Puts a large figure with the facts beside it, or a line of facts. Returns the room below. */
function putLead(page: Page, lead: { key: string; value: string } | undefined, facts: string, box: Box): Box {
  const { type, gap, floor } = page.theme;
  const factPart = facts === '' ? [] : [part(facts, { lineHeight: 1.3 })];
  if (!lead) {
    if (facts === '') return box;
    const placed = putFlow(
      page,
      factPart,
      { ...box, height: Math.round(box.height / 3) },
      { most: type.small, id: 'fact-' },
    );
    return below(box, placed.bottom + gap);
  }
  const label = { size: Math.max(floor, type.small), lineHeight: 1.25 };
  const figure = { size: type.poster, smallest: type.lead, weight: 700, lineHeight: 1.1, maxLines: 1 };
  const wide = box.width > 1.25 * box.height;
  const width = wide && facts !== '' ? Math.floor(box.width * 0.45) : box.width;
  const room = { ...box, width, height: Math.round(box.height * 0.4) };
  const labelled = page.lines(lead.key, width, label);
  const own = below(room, room.y + labelled.height);
  const measured = page.measure(lead.value, own, figure);
  if (measured.cut || own.height < type.lead * 1.2 || labelled.lines.length > 2) {
    const parts = [part(`${lead.key}: ${lead.value}`, { weight: 700 }), ...factPart];
    const placed = putFlow(
      page,
      parts,
      { ...box, height: Math.round(box.height / 2) },
      { most: type.body, id: 'fact-' },
    );
    return below(box, placed.bottom + gap);
  }
  page.text('lead-key', lead.key, { ...room, height: labelled.height }, label);
  page.text('lead-value', lead.value, own, { ...figure, size: measured.size, smallest: undefined });
  let bottom = measured.bottom;
  if (facts !== '') {
    const beside = wide
      ? { ...box, x: box.x + width + gap, width: box.width - width - gap, height: bottom - box.y }
      : { ...below(box, bottom + gap), height: Math.round(box.height * 0.3) };
    bottom = Math.max(
      bottom,
      putFlow(page, factPart, beside, { most: type.lead, id: 'fact-', middle: wide ? 0.8 : 0 }).bottom,
    );
  }
  return below(box, bottom + gap);
}
