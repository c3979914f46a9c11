import * as z from 'zod';
import { type Amount, countAmount } from '#shared/count-words.ts';
import { chooseSetting } from './flow/choose-setting.ts';
import { createPart, type Part } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, fitsAside, fitsHeader, joinFacts, putHeader } from './furniture.ts';
import { localTimes, type Reader, readerOf } from './local-times.ts';
import { type Box, Page, type PutText } from './page.ts';
import { putMosaic } from './put-mosaic.ts';
import { mayFillBeside, putBeside, putPicture } from './put-picture.ts';
import {
  defineTemplate,
  furtherPictures,
  lineText,
  type PictureParameter,
  pictureSchema,
  proseText,
  readerTime,
  shortText,
} from './template.ts';

const item = z.object({
  /** May be empty when there is a summary or a picture. */
  title: lineText,
  summary: proseText.optional(),
  source: shortText.optional(),
  image: pictureSchema.optional(),
  /** Words of it that were left out before. */
  omitted: z.int().min(0).optional(),
});
type Item = z.output<typeof item>;

/** A summary with more letters takes more than two lines. */
const MIN_LONG_SUMMARY_LETTERS = 60;

/** Share of the page for several pictures side by side. */
const PICTURES_SHARE = 0.46;
/** Least height of a page for the owner's words and the things beside them. */
const MIN_EMS_FOR_BOTH = 7;
/** Least height of a cell with a title and the count of what is left out. */
const MIN_CELL_EMS = 2.6;
const NO_CELLS: DigestLayout = { columns: 1, rows: 0 };
/** Share of a cell's height for the picture above its text. */
const PICTURE_SHARE = 0.46;

interface DigestLayout {
  columns: number;
  rows: number;
}

const parameters = z.object({
  title: shortText.optional(),
  /** The owner's words about all of it. */
  note: proseText.optional(),
  items: z.array(item).max(12),
  /** Several pictures of the owner, side by side, instead of one in each item. */
  pictures: z.array(pictureSchema).min(2).max(9).optional().meta({ forRules: true }),
  morePictures: furtherPictures.meta({ forRules: true }),
  /** Links of which only the site is known, in one line. */
  links: z.array(shortText).max(40).optional().meta({ forRules: true }),
  language: shortText.optional(),
  timeZone: readerTime.timeZone.meta({ forRules: true }),
  now: readerTime.now.meta({ forRules: true }),
  /** Things and words left out before. */
  omittedItems: z.int().min(0).optional(),
  omitted: z.int().min(0).optional(),
});

/** Several things in brief. */
export const digest = defineTemplate({
  use: 'Two to six things in brief, each with a title, a sentence or two, where it is from, and a picture where it has one.',
  parameters: parameters.refine(
    ({ items, pictures, links }) => items.length > 0 || pictures || links?.length,
    'an item, pictures or a link is needed',
  ),
  layOut(given, viewport, colorMode) {
    const { title = '', note = '', pictures = [], links = [], omittedItems = 0, omitted = 0 } = given;
    const sample = title || note || given.items[0]?.title || given.items[0]?.summary;
    const page = new Page(viewport, colorMode, sample, given.language);
    const items = given.items.map((one) => localItem(one, readerOf(given, page.furniture)));
    const { gap, hairline, rule } = page.theme;
    let box = putTop(page, title, note, putPictures(page, pictures, given.morePictures));
    const hasCells = box.height >= MIN_CELL_EMS * page.theme.least;
    let plan = hasCells ? chooseLayout(page, box, items) : NO_CELLS;
    if (items.length > plan.columns * plan.rows || omittedItems > 0 || links.length > 0) {
      const height = footHeight(page);
      const foot = { ...box, y: box.y + box.height - height, height };
      const hasRoom = box.height >= height;
      box = { ...box, height: box.height - height - gap };
      if (hasCells) plan = chooseLayout(page, box, items);
      const rest = items.slice(plan.columns * plan.rows);
      page.leaveOut({ words: omitted, signs: 0 });
      for (const one of rest) page.leaveOut(amountOf(one));
      page.settle();
      if (hasRoom) putFoot(page, foot, links, rest.length + omittedItems);
    }
    const { columns, rows } = plan;
    const gutter = 3 * gap;
    const between = 2 * gap;
    const width = Math.floor((box.width - (columns - 1) * gutter) / columns);
    const height = Math.floor((box.height - (rows - 1) * between) / rows);
    const cells = items.slice(0, columns * rows).map((_, index) => ({
      x: box.x + (index % columns) * (width + gutter),
      y: box.y + Math.floor(index / columns) * (height + between),
      width,
      height,
    }));
    for (const [index, cell] of cells.entries()) {
      if (index % columns > 0) {
        page.rule(`column-${index}`, { x: cell.x - (gutter >> 1), y: cell.y, width: hairline, height }, rule);
      }
      if (index >= columns) {
        page.rule(`row-${index}`, { x: cell.x, y: cell.y - (between >> 1), width, height: hairline }, rule);
      }
    }
    putItems(page, items, cells);
    return page.scene();
  },
});

/** Puts pictures along the end side of a wide page, else along the top. Returns the room for the rest. */
function putPictures(page: Page, pictures: PictureParameter[], more: number | undefined): Box {
  const { content: box, theme, viewport } = page;
  const { width, height } = viewport;
  if (pictures.length === 0) return box;
  if (width > 1.25 * height) {
    const own = Math.round(width * PICTURES_SHARE);
    putMosaic(page, pictures, { x: width - own, y: 0, width: own, height }, more);
    return { ...box, width: Math.max(1, width - own - Math.round(1.8 * theme.margin)) };
  }
  const own = Math.round(height * PICTURES_SHARE);
  putMosaic(page, pictures, { x: 0, y: 0, width, height: own }, more);
  return boxBelow(box, own + Math.round(theme.margin * 0.7));
}

const footHeight = ({ theme }: Page) => Math.round(theme.type.small * 1.35);

/** Puts as many of the links as fit on one line, and the number of what is left out. */
function putFoot(page: Page, foot: Box, links: string[], left: number): void {
  const style: PutText = { size: page.theme.type.small, weight: 600, maxLines: 1 };
  for (let shown = links.length; shown >= 0; shown--) {
    const more = left + links.length - shown;
    const text = joinFacts(...links.slice(0, shown), more > 0 ? page.furniture.more(more) : '');
    if (shown > 0 && page.measure(text, foot, style).cut) continue;
    page.text('left-out', text, foot, style);
    return;
  }
}

/** An item with the moments of data, in the form of RFC 3339, in the reader's zone and words. */
function localItem(item: Item, reader: Reader): Item {
  const local = (text: string) => (/\dT\d\d:/.test(text) ? localTimes(text, reader) : text);
  return { ...item, title: local(item.title), ...(item.summary && { summary: local(item.summary) }) };
}

/** The title over a rule, and the owner's words under it. */
function putTop(page: Page, title: string, note: string, content: Box): Box {
  const { gap, type } = page.theme;
  let box = content;
  const lead: Part[] = [];
  const said = note === '' ? [] : note.split('\n');
  const words = (weight: number) =>
    said.map((one) => createPart(one, { weight, lineHeight: 1.3, ...(said.length > 1 && { space: 0.35 }) }));
  if (fitsHeader(page, box, title)) {
    const isAside = title !== '' && note !== '' && fitsAside(page, box, title, note);
    box = putHeader(page, box, title, isAside ? note : '');
    if (!isAside) lead.push(...words(600));
  } else {
    lead.push(createPart(title, { weight: 700, lineHeight: 1.2 }), ...words(400));
  }
  if (lead.length === 0) return box;
  // Below the words, a low page has room for the count of the things only.
  const isLow = box.height < MIN_EMS_FOR_BOTH * page.theme.least;
  const room = {
    ...box,
    height: isLow ? box.height - footHeight(page) - gap : Math.round(box.height * 0.45),
  };
  const most = title === '' ? type.title : type.lead;
  const placed = putFlow(page, lead, room, { most, columnWidth: 14 * type.body, id: 'note-' });
  return boxBelow(box, placed.bottom + gap);
}

/** As many columns as hold some twelve letters, and rows as high as a title and a line. */
function chooseLayout(page: Page, box: Box, items: Item[]): DigestLayout {
  const { least } = page.theme;
  const isLong = items.some(({ summary = '' }) => summary.length > MIN_LONG_SUMMARY_LETTERS);
  // Few items with their summaries are preferred to many titles, unless most of the items would be missing.
  const summaries = layoutFor(page, box, items.length, 6.2 * least);
  return isLong && 2 * summaries.columns * summaries.rows >= items.length
    ? summaries
    : layoutFor(page, box, items.length, 3.9 * least);
}

function layoutFor(page: Page, box: Box, count: number, lowest: number): DigestLayout {
  const { type, gap, least } = page.theme;
  const isLow = box.height < lowest + least;
  const most =
    isLow && box.width < 30 * least ? 1 : Math.max(1, Math.min(3, Math.floor(box.width / (9.5 * type.body))));
  const columns = count === 4 ? Math.min(2, most) : Math.min(count, most);
  const rows = Math.max(1, Math.floor((box.height + 2 * gap) / (lowest + 2 * gap)));
  return { columns, rows: Math.min(rows, Math.ceil(count / columns)) };
}

/** Puts all items at one size, the largest that fits every cell. */
function putItems(page: Page, items: Item[], cells: Box[]): void {
  const { type, least } = page.theme;
  const rooms = cells.map((cell, index) => putImage(page, items[index] as Item, cell, index));
  const parts = cells.map((_, index) => partsOf(items[index] as Item));
  const most = type.lead;
  const sizes = rooms.map(
    (room, index) => chooseSetting(page, parts[index] as Part[], room, { most })?.size ?? least,
  );
  const size = Math.max(least, Math.min(most, ...sizes));
  for (const [index, room] of rooms.entries()) {
    const { omitted = 0 } = items[index] as Item;
    putFlow(page, parts[index] as Part[], room, {
      most: size,
      id: `item-${index}-`,
      more: { items: 0, words: omitted },
    });
  }
}

/** Puts the picture of an item at the top or the side of its cell, or alone in all of it. Returns the room that is left. */
function putImage(page: Page, item: Item, cell: Box, index: number): Box {
  const { image } = item;
  if (!image) return cell;
  const { gap, type } = page.theme;
  if (partsOf(item).length === 0) {
    const height = pictureHeight(image, cell, 1);
    putBeside(page, `image-${index}`, image, { ...cell, y: cell.y + ((cell.height - height) >> 1), height });
    return boxBelow(cell, cell.y + cell.height);
  }
  if (cell.height > 8 * type.body) {
    const height = pictureHeight(image, cell, PICTURE_SHARE);
    putBeside(page, `image-${index}`, image, { ...cell, height });
    return boxBelow(cell, cell.y + height + gap);
  }
  const width = Math.round(Math.min(cell.width * 0.4, cell.height * 1.2));
  putPicture(page, `image-${index}`, image, { ...cell, width });
  return { ...cell, x: cell.x + width + gap, width: cell.width - width - gap };
}

/** The height of a picture in a cell, at most a share of the cell's: not more than a wide one fills, unless it may be cut. */
function pictureHeight(image: PictureParameter, { width, height }: Box, share: number): number {
  const most = Math.round(height * share);
  if (mayFillBeside(image, { width, height: most })) return most;
  return Math.max(1, Math.min(most, Math.round((width * image.height) / image.width)));
}

function partsOf({ title, summary, source }: Item): Part[] {
  return [
    ...(title === '' ? [] : [createPart(title, { weight: 700, lineHeight: 1.22 })]),
    ...(summary ? [createPart(summary, { scale: 0.92, lineHeight: 1.32, space: 0.3 })] : []),
    ...(source ? [createPart(source, { scale: 0.8, muted: true, lineHeight: 1.3, space: 0.35 })] : []),
  ];
}

function amountOf({ title, summary = '', omitted = 0 }: Item): Amount {
  const { words, signs } = countAmount(`${title} ${summary}`);
  return { words: words + omitted, signs };
}
