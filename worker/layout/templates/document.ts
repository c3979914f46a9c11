import * as z from 'zod';
import { countWords } from '#shared/count-words.ts';
import { hasWideRow } from './flow/part.ts';
import { blockSchema, type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, joinFacts, oneLineAt, putKicker } from './furniture.ts';
import { fittingText, putOwnWords } from './own-words.ts';
import { type Box, Page, type PutText } from './page.ts';
import { putCorner } from './put-corner.ts';
import { putBeside } from './put-picture.ts';
import {
  codeUrl,
  defineTemplate,
  lineText,
  type PictureParameter,
  pictureSchema,
  proseText,
  shortText,
} from './template.ts';

const figureSchema = z.object({ key: shortText, value: shortText });
type Figure = z.output<typeof figureSchema>;

interface Said {
  summary?: string | undefined;
  body?: string | undefined;
  pairs: { key: string; value: string }[];
  blocks: FlowBlock[];
}

/** A document: a picture of its first page, and its text. */
export const document = defineTemplate({
  use: 'A PDF or a long file: its title and what it says in its own structure (blocks), a picture of its first page beside few words. What does not fit is counted.',
  parameters: z.object({
    title: lineText.min(1),
    image: pictureSchema.optional(),
    /** A picture of the owner's, beside the text. */
    photo: pictureSchema.optional(),
    pages: z.int().min(1).nullish(),
    author: shortText.optional(),
    /** What kind of file it is: `PDF`. */
    kind: shortText.optional(),
    footer: shortText.optional(),
    url: codeUrl,
    summary: proseText.optional(),
    /** The text after the summary. */
    body: proseText.optional(),
    /** Its names and values. */
    pairs: z
      .array(z.object({ key: shortText.min(1), value: lineText.min(1) }))
      .max(40)
      .default([]),
    /** Its text in its own structure: instead of the three above, or after them. */
    blocks: z.array(blockSchema).max(2000).default([]),
    /** Words that were left out before; counted with those that do not fit. */
    omitted: z.int().min(0).optional(),
    /** The figure that matters most, such as the sum of an invoice. */
    figure: figureSchema.optional(),
    /** The owner's comment. */
    note: proseText.optional(),
    language: shortText.optional(),
  }),
  layOut(
    { title, image, photo, pages, author, kind, footer, url, omitted = 0, figure, note, language, ...said },
    viewport,
    colorMode,
  ) {
    const page = new Page(viewport, colorMode, note || title, language);
    const { type, gap, hairline, floor } = page.theme;
    const blocks = blocksOf(said);
    const mayHavePlans = !photo && viewport.width > MIN_PLAN_EMS * type.body;
    const parts = partsOf(page, blocks, { mayHavePlans });
    const letters = blocks.reduce(
      (sum, { text, cells = [] }) => sum + text.length + cells.join('').length,
      0,
    );
    const isClose = parts.some(({ cells }) => cells?.columns.isPlan);
    const box = photo ? putPhoto(page, photo) : isClose ? closeContent(page) : page.content;
    const wide = viewport.width > 1.4 * viewport.height && box.width > 14 * type.body;
    const tall = !wide && box.height > 14 * type.body && box.width > 14 * type.body;
    const share = shareOf((note?.length ?? 0) + letters);
    const sheet =
      image && (wide || tall) && isTall(image, share) ? putSheet(page, image, box, wide, share) : null;
    const beside = sheet ? { ...box, x: sheet.right, width: box.x + box.width - sheet.right } : box;
    const named = sheet && !wide ? { ...beside, height: sheet.bottom - box.y } : beside;

    const others = () => countWords([title, ...blocks.flatMap(wordsOf)].join(' ')) + omitted;
    const head = note ? putOwnWords(page, named, note, { others: others() }) : named;
    const kicker = joinFacts(kind, pages ? page.furniture.pages(pages) : null, author, footer);
    const corner = putCorner(page, head, title, { url: sheet || figure ? undefined : url });
    const own = corner.beside;
    const top = isClose ? own.y : putKicker(page, 'kicker', kicker, oneLineAt(own, own.y, type.small));
    const titleBox = { ...boxBelow(own, top), height: (head.y + head.height - top) * MAX_TITLE_SHARE };
    const size = isClose ? type.lead : type.title;
    const { bottom: titleBottom, beside: figureBeside } = putTitle(page, titleBox, { title, size }, figure);
    const column = named === beside ? beside : box;
    let bottom = named === beside ? titleBottom : Math.max(titleBottom, sheet?.bottom ?? 0);
    if (figure && !figureBeside) bottom = putFigure(page, boxBelow(column, bottom + gap), figure);
    const y = Math.max(bottom + Math.round(gap / 2), corner.bottom);
    const room = boxBelow(column, y);
    if (parts.length === 0 && omitted === 0) return page.scene();
    page.rule('rule', { x: room.x, y, width: room.width, height: 2 * hairline });
    putFlow(page, parts, boxBelow(column, y + 2 * hairline + gap), {
      most: letters <= MAX_LARGE_LETTERS ? type.head : type.lead,
      ...(isClose && { least: floor }),
      ...(!hasWideRow(parts, Math.min(room.width / 2, 13 * type.body) / type.small) && {
        columnWidth: 13 * type.body,
      }),
      more: { items: 0, words: omitted },
    });
    return page.scene();
  },
});

/** Ems of a panel with room for a plan. */
const MIN_PLAN_EMS = 28;
/** Share of the usual margin around a plan. */
const PLAN_MARGIN = 0.4;

/** The room of a plan, which takes all the width of a panel. */
function closeContent({ viewport: { width, height }, theme }: Page): Box {
  const margin = Math.round(PLAN_MARGIN * theme.margin);
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
}

const wordsOf = ({ label = '', text, cells = [] }: FlowBlock): string[] => [label, text, ...cells];

/** Share of the page for a picture of the owner's. */
const PHOTO_SHARE = 0.4;

/** Puts a picture of the owner's at the end side of a wide page, else along the top. Returns the room for the document. */
function putPhoto(page: Page, photo: PictureParameter): Box {
  const { width, height } = page.viewport;
  const { margin } = page.theme;
  const box = page.content;
  if (width > 1.25 * height) {
    const own = Math.round(width * PHOTO_SHARE);
    putBeside(page, 'photo', photo, { x: width - own, y: 0, width: own, height });
    return { ...box, width: width - own - Math.round(1.8 * margin) };
  }
  const own = Math.round(height * PHOTO_SHARE);
  putBeside(page, 'photo', photo, { x: 0, y: 0, width, height: own });
  return boxBelow(box, own + Math.round(margin * 0.7));
}

/** Summary, pairs, body and blocks as one list of blocks. */
function blocksOf({ summary, body, pairs, blocks }: Said): FlowBlock[] {
  const paragraph = (text: string | undefined): FlowBlock[] => (text ? [{ kind: 'paragraph', text }] : []);
  const named = pairs.map(({ key, value }): FlowBlock => ({ kind: 'pair', label: key, text: value }));
  return [...paragraph(summary), ...named, ...paragraph(body), ...blocks];
}

/** Limits: letters of text in large type; share of the page for a title, and of its width for a title beside a figure. */
const MAX_LARGE_LETTERS = 200;
const MAX_TITLE_SHARE = 0.4;
const MAX_TITLE_WIDTH_BESIDE_FIGURE = 0.55;

/** Puts the title, with the figure at the other end of its line if both fit. */
function putTitle(
  page: Page,
  box: Box,
  { title, size }: { title: string; size: number },
  figure: Figure | undefined,
): { bottom: number; beside: boolean } {
  const { type, floor } = page.theme;
  const style: PutText = {
    size,
    smallest: Math.max(floor, Math.min(size, type.body)),
    weight: 700,
    lineHeight: 1.2,
    balance: true,
  };
  const own = { ...box, width: Math.round(box.width * MAX_TITLE_WIDTH_BESIDE_FIGURE) };
  const beside = figure !== undefined && box.width > 22 * type.body && !page.measure(title, own, style).cut;
  const room = beside ? own : box;
  const { bottom } = page.text('title', fittingText(page, title, room, style), room, style);
  if (!beside) return { bottom, beside };
  const x = own.x + own.width + page.theme.gap;
  return {
    bottom: Math.max(bottom, putFigure(page, { ...box, x, width: box.x + box.width - x }, figure, 'end')),
    beside,
  };
}

/** Whether a page is tall enough to be shown: a wide strip adds nothing to the words beside it. */
function isTall({ width, height }: PictureParameter, share: number): boolean {
  return share > 0.5 || height > 0.8 * width;
}

/** Share of the page's width for the picture: larger when the document has few words, as a poster. */
const shareOf = (letters: number) => (letters < 160 ? 0.55 : 0.4);

function putFigure(page: Page, box: Box, { key, value }: Figure, align: 'start' | 'end' = 'start'): number {
  const { type, floor } = page.theme;
  const label = { size: type.small, smallest: floor, maxLines: 1, align };
  const room = oneLineAt(box, box.y, type.small);
  const top = page.text('figure-label', fittingText(page, key, room, label), room, label).bottom;
  const size = align === 'end' ? type.head : type.display;
  const style = { size, smallest: type.body, weight: 800, lineHeight: 1.15, maxLines: 1, align };
  return page.text('figure', value, boxBelow(box, top), style).bottom;
}

/**
 * Puts the first page as a sheet with an edge and a shadow at the start side: over the full height of a wide page, else
 * beside the title. Returns where the text may begin.
 */
function putSheet(
  page: Page,
  image: PictureParameter,
  box: Box,
  wide: boolean,
  share: number,
): { right: number; bottom: number } {
  const { ink, hairline, margin } = page.theme;
  const shadow = 3 * hairline;
  const width = Math.floor(box.width * (wide ? share : 0.36)) - shadow;
  const height = Math.floor(box.height * (wide ? 1 : 0.46)) - shadow;
  const scale = Math.min(width / image.width, height / image.height);
  const own = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
  const y = wide ? box.y + ((height - own.height) >> 1) : box.y;
  page.rect('shadow', { x: box.x + shadow, y: y + shadow, ...own }, { fill: ink });
  page.rect('sheet', { x: box.x, y, ...own }, { fill: '#ffffff' });
  const scan = { look: 'scan', ...(image.turn && { turn: image.turn }) } as const;
  page.image('image', image.fileId, { x: box.x, y, ...own }, 'contain', image.kind === 'scan' ? scan : {});
  page.rect('edge', { x: box.x, y, ...own }, { stroke: ink, strokeWidth: hairline });
  const beside = Math.round(wide ? margin : margin * 0.8);
  return { right: box.x + own.width + shadow + beside, bottom: y + own.height + shadow };
}
