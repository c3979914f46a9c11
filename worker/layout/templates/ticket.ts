import * as z from 'zod';
import { moduleScale, QUIET } from './code-modules.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { below, oneLineAt, putKicker } from './furniture.ts';
import { fitting, putOwnWords } from './own-words.ts';
import { type Box, Page } from './page.ts';
import { fitsPairsGrid, type NamedValue, putPairsGrid } from './pairs-grid.ts';
import { line, type PictureParameter, picture, prose, short, template } from './template.ts';

/** A code with at least this ratio of width to height is put along the foot instead of beside the words. */
const MIN_LONG_CODE_RATIO = 2.2;

/** Share of the page's height for a long code: usually, and with many facts. */
const LONG_CODE_SHARE = 0.42;
const LONG_CODE_SHARE_BESIDE_FACTS = 0.32;
/** More facts than this are put before the other text. */
const MANY_FACTS = 5;
/** Values of at most this many characters are put into a grid: a gate, a seat, a day. */
const MAX_BRIEF_CHARACTERS = 28;

const parameters = z.object({
  title: line.min(1),
  kicker: short.optional(),
  /** The code, one pixel a module, without its quiet zone. */
  code: picture,
  /** Other text on it, line by line. */
  lines: prose.optional(),
  pairs: z
    .array(z.object({ key: short.min(1), value: line.min(1) }))
    .max(40)
    .default([]),
  /** Words that were left out before; counted with those that do not fit. */
  omitted: z.int().min(0).optional(),
  /** The owner's comment. */
  note: prose.optional(),
  language: short.optional(),
});

/** A ticket: its code in a size that scanners read well, and its facts. */
export const ticket = template({
  use: 'A ticket or pass: its code redrawn for scanners, beside its facts as names and values.',
  parameters,
  layOut({ title, kicker, code, lines, pairs, omitted = 0, note, language }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, note || title, language);
    const { type, gap, floor } = page.theme;
    let box = putCode(page, code, pairs.length > MANY_FACTS ? LONG_CODE_SHARE_BESIDE_FACTS : LONG_CODE_SHARE);
    if (note) box = putOwnWords(page, box, note);
    const top = putKicker(page, 'kicker', kicker ?? '', oneLineAt(box, box.y, type.small));
    const titleRoom = { ...below(box, top), height: box.height * 0.34 };
    const titleStyle = {
      size: type.head,
      smallest: Math.max(floor, type.body),
      weight: 700,
      lineHeight: 1.2,
      balance: true,
    };
    const placed = page.text('title', fitting(page, title, titleRoom, titleStyle), titleRoom, titleStyle);
    const said = (lines ?? '').split('\n').map((text): FlowBlock => ({ kind: 'paragraph', text }));
    const written = said.filter(({ text }) => text !== '');
    const brief = pairs.filter(({ value }) => value.length <= MAX_BRIEF_CHARACTERS);
    const afterGrid = [...pairs.filter((pair) => !brief.includes(pair)).map(fact), ...written];
    let room = below(box, placed.bottom + Math.round(gap / 2));
    const lineForMore = afterGrid.length + omitted > 0 ? Math.round(1.6 * type.body) : 0;
    const grid = { ...room, height: room.height - lineForMore };
    const inGrid = brief.length > MANY_FACTS && fitsPairsGrid(page, grid, brief);
    if (inGrid) room = below(room, putPairsGrid(page, grid, brief));
    const facts = pairs.map(fact);
    const blocks = inGrid
      ? afterGrid
      : pairs.length > MANY_FACTS
        ? [...facts, ...written]
        : [...written, ...facts];
    if (blocks.length + omitted === 0) return page.scene();
    putFlow(page, partsOf(page, blocks), room, {
      most: type.lead,
      columnWidth: 11 * type.body,
      more: { items: 0, words: omitted },
    });
    return page.scene();
  },
});

const fact = ({ key, value }: NamedValue): FlowBlock => ({ kind: 'pair', label: key, text: value });

/**
 * Puts the code on white in whole pixels per module: at the end side of a wide page, on top of a high page, along the foot
 * when it is long. Returns the room that is left; all of it when the code does not fit.
 */
function putCode(page: Page, code: PictureParameter, share: number): Box {
  const { viewport, content, theme } = page;
  const isLong = code.width > MIN_LONG_CODE_RATIO * code.height;
  const isWide = viewport.width > 1.15 * viewport.height;
  const room = isLong
    ? { width: viewport.width, height: viewport.height * share }
    : isWide
      ? { width: viewport.width * 0.5, height: viewport.height }
      : { width: viewport.width, height: viewport.height * 0.56 };
  const scale = moduleScale(code, room);
  if (scale < 1) return content;
  const size = { width: code.width * scale, height: code.height * scale };
  const quiet = Math.max(Math.round(theme.margin * 0.7), QUIET * scale);
  const besides = isWide && !isLong;
  const x = besides ? viewport.width - quiet - size.width : Math.round((viewport.width - size.width) / 2);
  const y = isLong
    ? viewport.height - quiet - size.height
    : besides
      ? Math.round((viewport.height - size.height) / 2)
      : quiet;
  page.image('code', code.fileId, { x, y, ...size }, 'contain', { look: 'pixels' });
  if (besides) return { ...content, width: x - quiet - content.x };
  if (isLong) return { ...content, height: y - quiet - content.y };
  return below(content, y + size.height + quiet);
}
