import { countColumns } from '../choose-size.ts';
import type { Box, Page } from '../page.ts';
import { fillColumns, type Setting } from './fill-columns.ts';
import { labelSize } from './measure-part.ts';
import type { Part } from './part.ts';

export interface FlowOptions {
  /** The largest size to try. What does not fit at the least size is left out and counted. */
  most: number;
  least?: number;
  /** The least width of a column in pixels; one column without it. */
  columnWidth?: number;
  /** Prefix of the ids of the elements. */
  id?: string;
  /** Share of the spare height that goes above the text. */
  middle?: number;
  align?: 'start' | 'center';
  /** Items and words that were left out before; counted with those that are left out here. */
  more?: { items: number; words: number };
}

/** Space between columns, in ems of running text. */
const GUTTER_EMS = 1.5;
/** Fewer columns are taken when their type is at least this share of the largest. */
const MIN_SCALE_FOR_FEWER_COLUMNS = 0.8;
/** The same for lists in small type whose lines all fit in half of the width. */
const MIN_SCALE_FOR_FEWER_SMALL_COLUMNS = 0.9;
/** Ratio of a value's size to the size of the label above it, at most. */
const MAX_SCALE_BELOW_LABEL = 1.6;
/** Lines wider than this, in ems, are easier to read in two columns. */
export const LONG_LINE = 33;

/** The largest size at which all parts fit; null when they do not fit at the least size. */
export function chooseSetting(page: Page, parts: Part[], box: Box, options: FlowOptions): Setting | null {
  const least = options.least ?? page.theme.least;
  const most = Math.max(least, Math.round(options.most));
  const mostColumns = options.columnWidth ? countColumns(box.width, options.columnWidth) : 1;
  const settings: Setting[] = [];
  for (let columns = 1; columns <= mostColumns; columns++) {
    // A word that breaks at every size does not make the text smaller.
    const breaks = columns === 1 && fillColumns(page, parts, toSetting(page, box, least, 1)).broken;
    const top = breaks ? Math.min(most, Math.max(least, page.theme.type.lead)) : most;
    const setting = largest(least, top, (size) => {
      const tried = toSetting(page, box, size, columns);
      return fits(page, parts, tried, least, breaks) ? tried : null;
    });
    if (setting) settings.push(setting);
    // More columns would have to be much larger to be worth it.
    if (setting && (breaks || setting.size >= MIN_SCALE_FOR_FEWER_COLUMNS * most)) break;
  }
  const size = Math.max(0, ...settings.map((setting) => setting.size));
  const last = settings.at(-1);
  const isNarrow =
    last !== undefined && last.columns > 1 && isOfLists(parts) && !fillColumns(page, parts, last).wraps;
  const chosen =
    settings.find((setting) => {
      const isSmall = isNarrow && setting.size < page.theme.type.lead;
      return (
        setting.size >= (isSmall ? MIN_SCALE_FOR_FEWER_SMALL_COLUMNS : MIN_SCALE_FOR_FEWER_COLUMNS) * size
      );
    }) ?? null;
  return chosen && fitTwoColumns(page, parts, box, chosen, mostColumns, least);
}

/** Whether the parts are lists, with or without headings, and nothing else. */
function isOfLists(parts: Part[]): boolean {
  const items = parts.filter(({ keepsNext }) => !keepsNext);
  return items.every(({ mark, indent }) => mark !== null && mark.kind !== 'text' && indent === 0);
}

/** Sets long lines of prose in two columns if the size is the same or one pixel smaller. */
function fitTwoColumns(
  page: Page,
  parts: Part[],
  box: Box,
  chosen: Setting,
  mostColumns: number,
  least: number,
): Setting {
  const isLong = parts.some(
    ({ unit, family, text }) => unit === 'words' && family !== 'mono' && text.length > 200,
  );
  if (chosen.columns > 1 || mostColumns < 2 || !isLong || chosen.width <= LONG_LINE * chosen.size)
    return chosen;
  for (const size of [chosen.size, chosen.size - 1]) {
    const tried = toSetting(page, box, size, 2);
    if (size >= least && fits(page, parts, tried, least)) return tried;
  }
  return chosen;
}

/** Whether all parts fit without broken words. At the least size, broken words are accepted. */
function fits(page: Page, parts: Part[], setting: Setting, least: number, breaks = false): boolean {
  const { next, broken, wraps, flows, torn, folds, crowded, placed } = fillColumns(page, parts, setting);
  if (next) return false;
  const { size, columns } = setting;
  const { body } = page.theme.type;
  // A label must not be much smaller than the value below it.
  const isLarge = columns > 1 && size > MAX_SCALE_BELOW_LABEL * labelSize(page, size);
  if (isLarge && placed.some(({ measured }) => measured.label > 0)) return false;
  if (size > least && ((broken && !breaks) || ((crowded || folds) && size > body))) return false;
  return (
    columns === 1 || size <= least || (!(wraps && size > body) && !((flows || torn) && size > 1.1 * body))
  );
}

/** Bisects whole sizes, on the assumption that what fits at one size fits at every smaller one. */
function largest(least: number, most: number, at: (size: number) => Setting | null): Setting | null {
  let best = at(most);
  if (best) return best;
  best = at(least);
  if (!best) return null;
  let low = least;
  let high = most;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const found = at(middle);
    if (found) [best, low] = [found, middle];
    else high = middle;
  }
  return best;
}

export function toSetting(page: Page, box: Box, size: number, columns: number): Setting {
  const gutter = columns === 1 ? 0 : gutterOf(page);
  const width = Math.max(1, Math.floor((box.width - gutter * (columns - 1)) / columns));
  return { size, columns, width, height: box.height, lastHeight: box.height };
}

/** Pixels between columns. */
export const gutterOf = (page: Page) => Math.round(GUTTER_EMS * page.theme.type.body);
