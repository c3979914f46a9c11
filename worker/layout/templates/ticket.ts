import * as z from 'zod';
import { moduleScale, QUIET_MODULES } from './code-modules.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, oneLineAt, putKicker } from './furniture.ts';
import { fittingText, putOwnWords } from './own-words.ts';
import { type Box, Page } from './page.ts';
import { fitsPairsGrid, type NamedValue, putPairsGrid } from './pairs-grid.ts';
import {
  defineTemplate,
  lineText,
  type PictureParameter,
  pictureSchema,
  proseText,
  shortText,
} from './template.ts';

/** A code with at least this ratio of width to height is put along the foot instead of beside the words. */
const MIN_LONG_CODE_RATIO = 2.2;

/** Shares of the page for a code, usually and with many facts: of its width, and of its height for a long code. */
const CODE_SHARE = 0.5;
const CODE_SHARE_BESIDE_FACTS = 0.4;
const LONG_CODE_SHARE = 0.42;
const LONG_CODE_SHARE_BESIDE_FACTS = 0.32;
/** More facts than this are put before the other text where they fit into no grid. */
const MANY_FACTS = 5;
/** Least facts of a grid. */
const MIN_GRID_FACTS = 2;
/** Values of at most this many characters are put into a grid: a gate, a seat, a day; a station where there is room. */
const BRIEF_CHARACTERS = [36, 28];
/** Share of the room's height for the title: usually, and above many facts. */
const TITLE_SHARE = 0.34;
const TITLE_SHARE_ABOVE_FACTS = 0.16;

const parameters = z.object({
  title: lineText.min(1),
  kicker: shortText.optional(),
  /** The code, one pixel a module, without its quiet zone. */
  code: pictureSchema,
  /** Other text on it, line by line. */
  lines: proseText.optional(),
  pairs: z
    .array(z.object({ key: shortText.min(1), value: lineText.min(1) }))
    .max(40)
    .default([]),
  /** Words that were left out before; counted with those that do not fit. */
  omitted: z.int().min(0).optional(),
  /** The owner's comment. */
  note: proseText.optional(),
  language: shortText.optional(),
});

/** A ticket: its code in a size that scanners read well, and its facts. */
export const ticket = defineTemplate({
  use: 'A ticket or pass: its code redrawn for scanners, beside its facts as names and values.',
  parameters,
  layOut({ title, kicker, code, lines, pairs, omitted = 0, note, language }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, note || title, language);
    const { type, gap, floor } = page.theme;
    const hasManyFacts = pairs.length > MANY_FACTS;
    let box = putCode(page, code, hasManyFacts);
    if (note) box = putOwnWords(page, box, note);
    const top = putKicker(page, 'kicker', kicker ?? '', oneLineAt(box, box.y, type.small));
    const titleRoom = {
      ...boxBelow(box, top),
      height: box.height * (hasManyFacts ? TITLE_SHARE_ABOVE_FACTS : TITLE_SHARE),
    };
    const titleStyle = {
      size: type.head,
      smallest: Math.max(floor, type.body),
      weight: 700,
      lineHeight: 1.2,
      balance: true,
    };
    const placed = page.text('title', fittingText(page, title, titleRoom, titleStyle), titleRoom, titleStyle);
    const said = (lines ?? '').split('\n').map((text): FlowBlock => ({ kind: 'paragraph', text }));
    const written = said.filter(({ text }) => text !== '');
    let room = boxBelow(box, placed.bottom + Math.round(gap / 2));
    const lineForMore = written.length + omitted > 0 ? Math.round(1.6 * type.body) : 0;
    // A few facts stand in one row.
    const grid = { ...room, height: hasManyFacts ? room.height - lineForMore : 3 * type.lead };
    const brief = BRIEF_CHARACTERS.map((most) => pairs.filter(({ value }) => value.length <= most)).find(
      (some) => some.length >= MIN_GRID_FACTS && fitsPairsGrid(page, grid, some),
    );
    if (brief) room = boxBelow(room, putPairsGrid(page, grid, brief));
    const facts = pairs.filter((pair) => !brief?.includes(pair)).map(fact);
    const blocks = brief || hasManyFacts ? [...facts, ...written] : [...written, ...facts];
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
function putCode(page: Page, code: PictureParameter, hasManyFacts: boolean): Box {
  const { viewport, content, theme } = page;
  const isLong = code.width > MIN_LONG_CODE_RATIO * code.height;
  const isWide = viewport.width > 1.15 * viewport.height;
  const share = hasManyFacts ? CODE_SHARE_BESIDE_FACTS : CODE_SHARE;
  const longShare = hasManyFacts ? LONG_CODE_SHARE_BESIDE_FACTS : LONG_CODE_SHARE;
  const room = isLong
    ? { width: viewport.width, height: viewport.height * longShare }
    : isWide
      ? { width: viewport.width * share, height: viewport.height }
      : { width: viewport.width, height: viewport.height * 0.56 };
  const scale = moduleScale(code, room);
  if (scale < 1) return content;
  const size = { width: code.width * scale, height: code.height * scale };
  const quiet = Math.max(Math.round(theme.margin * 0.7), QUIET_MODULES * scale);
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
  return boxBelow(content, y + size.height + quiet);
}
