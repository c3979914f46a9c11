import * as z from 'zod';
import { below, joined, oneLineAt, putKicker } from './furniture.ts';
import { fitting, putOwnWords } from './own-words.ts';
import { type Box, Page } from './page.ts';
import { putPairsGrid } from './pairs-grid.ts';
import { line, type PictureParameter, picture, prose, short, template } from './template.ts';

/** A paper: how it looks and what it says. */
export const document = template({
  use: 'A PDF or a long file: a picture of its first page beside its title and a summary.',
  parameters: z.object({
    title: line.min(1),
    summary: prose.optional(),
    image: picture.optional(),
    pages: z.int().min(1).nullish(),
    author: short.optional(),
    /** What kind of file it is: `PDF`. */
    kind: short.optional(),
    footer: short.optional(),
    /** How the text goes on: as much of it as there is room for. */
    body: prose.optional(),
    /** What matters most, with its name: the sum of an invoice. */
    figure: z.object({ key: short, value: short }).optional(),
    /** What else it says in names and values. */
    pairs: z
      .array(z.object({ key: short.min(1), value: line.min(1) }))
      .max(40)
      .default([]),
    /** What the owner says of it, in the owner's own words. */
    note: prose.optional(),
    language: short.optional(),
  }),
  layOut(
    { title, summary, image, pages, author, kind, footer, body, figure, pairs, note, language },
    viewport,
    colorMode,
  ) {
    const page = new Page(viewport, colorMode, note || title, language);
    const { type, gap, floor } = page.theme;
    const box = page.content;
    const wide = viewport.width > 1.4 * viewport.height && box.width > 14 * type.body;
    const tall = !wide && box.height > 14 * type.body && box.width > 14 * type.body;
    const share = shareOf((note ?? '') + (summary ?? '') + (body ?? ''), pairs.length);
    const sheet =
      image && (wide || tall) && isTall(image, share) ? putSheet(page, image, box, wide, share) : null;
    const beside = sheet ? { ...box, x: sheet.right, width: box.x + box.width - sheet.right } : box;
    const named = sheet && !wide ? { ...beside, height: sheet.bottom - box.y } : beside;

    const kicker = joined(kind, pages ? page.furniture.pages(pages) : null);
    const head = note ? putOwnWords(page, named, note) : named;
    const top = putKicker(page, 'kicker', kicker, oneLineAt(head, head.y, type.small));
    const roomy = box.height > 8 * type.body;
    const last = joined(author, footer);
    const foot = last !== '' && roomy ? Math.round(type.small * 1.3) + gap : 0;
    const titleShare = named === beside && (summary || body || figure) && roomy ? 0.5 : 1;
    const titleRoom = { ...below(head, top), height: (head.y + head.height - top) * titleShare };
    const isLarge = box.height > 14 * type.body && beside.width > 13 * type.body && (body?.length ?? 0) < 300;
    const titleStyle = {
      size: isLarge ? type.head : type.title,
      smallest: Math.max(floor, type.body),
      weight: 700,
      lineHeight: 1.2,
      balance: true,
    };
    const placed = page.text('title', fitting(page, title, titleRoom, titleStyle), titleRoom, titleStyle);
    const column = named === beside ? beside : box;
    let bottom = named === beside ? placed.bottom : (sheet?.bottom ?? placed.bottom) + Math.round(gap / 2);
    const whole = { ...column, height: column.height - foot };
    if (figure) bottom = putFigure(page, below(whole, bottom + gap), figure);
    const room = below(whole, bottom + gap);
    const after = pairs.length > 0 && body ? besidesPairs(page, body, room) : 0;
    bottom = putPairsGrid(page, { ...room, height: room.height - after }, pairs);
    for (const [id, text] of [
      ['summary', summary],
      ['body', body],
    ] as const) {
      const rest = below(whole, bottom + (id === 'summary' ? gap : Math.round(gap * 0.6)));
      if (!text || !roomy || rest.height < 2 * type.body * 1.4) continue;
      const size = (id === 'summary' && body) || pairs.length > 0 ? type.body : type.lead;
      const smallest = Math.max(floor, Math.round(type.small * (id === 'body' ? 0.95 : 1)));
      bottom = page.text(id, text, rest, { size, smallest, lineHeight: 1.38, excerpt: true }).bottom;
    }
    if (foot > 0) {
      page.text('author', last, oneLineAt(column, bottom + gap, type.small), {
        size: type.small,
        weight: 600,
        maxLines: 1,
        excerpt: true,
      });
    }
    return page.scene();
  },
});

/** Share of the room of pairs that goes to the lines that stand below them. */
const BESIDES = 0.4;

/** Pixels that the lines below pairs take, with the space above them. */
function besidesPairs(page: Page, body: string, { width, height }: Box): number {
  const { type, gap } = page.theme;
  const own = page.lines(body, width, { size: type.body, lineHeight: 1.38 }).height;
  return Math.round(Math.min(BESIDES * height, Math.max(own, 2.9 * type.body)) + gap);
}

/** A strip of a page says nothing that the words beside it don't. */
function isTall({ width, height }: PictureParameter, share: number): boolean {
  return share > 0.5 || height > 0.8 * width;
}

/** Of a page's width for the picture: a poster says more by its looks, a paper by its words. */
function shareOf(words: string, pairs: number): number {
  if (pairs > 0) return 0.36;
  return words.length < 160 ? 0.55 : words.length < 500 ? 0.4 : 0.32;
}

function putFigure(page: Page, box: Box, { key, value }: { key: string; value: string }): number {
  const { type, floor } = page.theme;
  const label = { size: type.small, smallest: floor, maxLines: 1, excerpt: true };
  const top = page.text('figure-label', key, oneLineAt(box, box.y, type.small), label).bottom;
  const style = { size: type.display, smallest: type.body, weight: 800, lineHeight: 1.15, maxLines: 1 };
  return page.text('figure', value, below(box, top), style).bottom;
}

/**
 * The first page as a sheet with an edge and a shadow, at the start side: as high as the page beside the text of a
 * wide one, else beside the title. Returns where the text may begin.
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
