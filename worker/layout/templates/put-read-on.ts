import type { Box, Page, PutText } from './page.ts';

/** The largest side of the code in pixels. */
export const readOnRoom = ({ theme: { type } }: Page) => Math.round(type.body * 4.4);

/** How much larger the code of a long address may be. */
const LARGER = 1.6;

/**
 * Puts a QR code of the source at the foot, with the host beside it, if it is large enough to be scanned and the text leaves
 * room; `alone`: there is no text. Returns the room above, or the same box if nothing was put.
 */
export function putReadOn(page: Page, box: Box, url: string | undefined, alone?: 'alone'): Box {
  const { type, gap, muted, floor } = page.theme;
  const least = readOnRoom(page);
  if (!url || box.height < (alone ? 1 : 3.2) * least || box.width < 2.5 * least) return box;
  // A long address needs a larger code. Its side is known only when it is drawn.
  const most = Math.min(LARGER * least, box.height / (alone ? 1 : 3.2));
  const draw = (room: number) =>
    page.code(url, { x: box.x, y: box.y + box.height - room, width: room, height: room }, 'start');
  const side = draw(least) || draw(Math.floor(most));
  if (side === 0) return box;
  const top = box.y + box.height - side;
  const x = box.x + side + 2 * gap;
  const lineHeight = Math.round(type.small * 1.35);
  page.text(
    'code-label',
    page.furniture.phrases.readOn,
    { x, y: top + ((side - 2 * lineHeight) >> 1), width: box.x + box.width - x, height: lineHeight },
    {
      size: type.small,
      weight: 700,
      maxLines: 1,
    },
  );
  const own = { x, y: top + (side >> 1), width: box.x + box.width - x, height: lineHeight };
  const style = { size: type.small, smallest: floor, color: muted, maxLines: 1, excerpt: true };
  const host = fittingHost(page, new URL(url).hostname, own, style);
  const lines = host.split('\n').length;
  page.text('code-host', host, { ...own, height: lines * lineHeight }, { ...style, maxLines: lines });
  return { ...box, height: box.height - side - Math.round(1.6 * gap) };
}

/** Least width of a page, and most width of a label below a code, in sides of the code. */
const MIN_WIDTH_WITH_CORNER = 6.5;
const MAX_LABEL_WIDTH = 1.7;

/**
 * Puts the code with its label below it into the lower corner at the end side of a wide page, beside a text of the whole height.
 * Returns the corner; null if nothing was put.
 */
export function putReadOnInCorner(page: Page, box: Box, url: string | undefined): Box | null {
  const { type, gap, muted, floor } = page.theme;
  const least = readOnRoom(page);
  if (!url || box.width < MIN_WIDTH_WITH_CORNER * least) return null;
  const line = Math.round(type.small * 1.35);
  const most = { ...box, width: Math.round(MAX_LABEL_WIDTH * least) };
  const style = { size: type.small, smallest: floor, maxLines: 1 };
  const label = page.furniture.phrases.readOn;
  const host = fittingHost(page, new URL(url).hostname, most, style);
  const names = host.split('\n');
  const foot = (1 + names.length) * line;
  const bottom = box.y + box.height - foot - (gap >> 1);
  const draw = (room: number) =>
    room <= box.height / 2
      ? page.code(url, { x: box.x + box.width - room, y: bottom - room, width: room, height: room }, 'end')
      : 0;
  const side = draw(least) || draw(Math.floor(LARGER * least));
  if (side === 0) return null;
  const widths = [label, ...names].map((text) => page.measure(text, most, { ...style, weight: 700 }).width);
  const width = Math.min(most.width, Math.max(side, ...widths) + gap);
  const corner = { x: box.x + box.width - width, y: bottom - side, width, height: side + (gap >> 1) + foot };
  const ended = { ...style, align: 'end' as const };
  const at = { ...corner, y: bottom + (gap >> 1), height: line };
  page.text('code-label', label, at, { ...ended, weight: 700 });
  const below = { ...at, y: at.y + line, height: names.length * line };
  page.text('code-host', host, below, { ...ended, color: muted, maxLines: names.length, excerpt: true });
  return corner;
}

/** Width of a code with its label, in sides of the code, and the least width of the text beside them. */
const SIDES_WITH_LABEL = 3;
const MIN_TEXT_BESIDE = 1.4;

/** Puts the code at the end side of a wide room that is too low for one below its text. Returns the room beside it. */
export function putReadOnBeside(page: Page, box: Box, url: string | undefined): Box {
  const width = Math.round(SIDES_WITH_LABEL * readOnRoom(page));
  if (box.width < (1 + MIN_TEXT_BESIDE) * width) return box;
  const corner = { ...box, x: box.x + box.width - width, width };
  const isPut = putReadOn(page, corner, url, 'alone') !== corner;
  return isPut ? { ...box, width: box.width - width - 2 * page.theme.gap } : box;
}

/** The last two names of a host under which many owners have theirs: `co.uk`, `com.br`. */
const SHARED_SUFFIX = /^(?:ac|co|com|edu|gob|gov|gv|net|ne|nom|or|org)\.[a-z]{2}$/;

/** The host without the first names that have no room: `forum.example.org` is `example.org`. A long one is broken behind its name. */
function fittingHost(page: Page, host: string, box: Box, style: PutText): string {
  const names = host.replace(/^www\./, '').split('.');
  const least = SHARED_SUFFIX.test(names.slice(-2).join('.')) ? 3 : 2;
  while (names.length > least && page.measure(names.join('.'), box, style).cut) names.shift();
  const [name = '', ...rest] = names;
  const isCut = page.measure(names.join('.'), box, style).cut;
  return isCut ? `${name}\n.${rest.join('.')}` : names.join('.');
}
