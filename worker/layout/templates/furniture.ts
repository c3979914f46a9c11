import type { Box, Page, PutText } from './page.ts';

/** Parts that templates share: title with rule, kicker, foot line. Each function returns the room that is left. */

/** Whether a title is short enough for the header; a longer one is put into the text. */
export function fitsHeader(page: Page, box: Box, title: string): boolean {
  return !page.measure(title, { ...box, height: headerHeight(page, box) }, headerStyle(page, box)).cut;
}

const isRoomy = (page: Page, box: Box) => box.height > 9 * page.theme.type.title;

function headerStyle(page: Page, box: Box): PutText {
  const { type, floor } = page.theme;
  const roomy = isRoomy(page, box);
  return {
    size: roomy ? type.title : type.lead,
    smallest: Math.max(floor, type.body),
    weight: 700,
    lineHeight: 1.2,
    maxLines: roomy ? 2 : 1,
    excerpt: true,
  };
}

const headerHeight = (page: Page, box: Box) => Math.round((headerStyle(page, box).size as number) * 2.5);

/** Whether a note fits at the end of the title's line. */
export function fitsAside(page: Page, box: Box, title: string, note: string): boolean {
  const wanted = noteWidth(page, box, note);
  return wanted > 0 && fitsHeader(page, { ...box, width: box.width - wanted }, title);
}

/** A bold title over a strong rule, with an optional note at the other end of the line. */
export function putHeader(page: Page, box: Box, title: string, note = ''): Box {
  if (title.trim() === '') return box;
  const { type, gap, hairline, muted } = page.theme;
  // Without room for both, the title is kept.
  const aside = note !== '' && fitsAside(page, box, title, note) ? noteWidth(page, box, note) : 0;
  const placed = page.text(
    'title',
    title,
    { ...box, width: box.width - aside, height: headerHeight(page, box) },
    { ...headerStyle(page, box), counted: true },
  );
  if (placed.lines === 0) return box;
  if (aside > 0) {
    const top = Math.max(
      box.y,
      placed.bottom - Math.round(type.small * 1.3) - Math.round((placed.size - type.small) * 0.12),
    );
    page.text(
      'note',
      note,
      { x: box.x + box.width - aside, y: top, width: aside, height: Math.round(type.small * 1.4) },
      {
        size: type.small,
        align: 'end',
        color: muted,
        maxLines: 1,
        excerpt: true,
      },
    );
  }
  const y = placed.bottom + Math.round(gap / 2);
  page.rule('header-rule', { x: box.x, y, width: box.width, height: 2 * hairline });
  return boxBelow(box, y + 2 * hairline + gap);
}

function noteWidth(page: Page, box: Box, note: string): number {
  const { width } = page.measure(note, { ...box, height: 99 }, { size: page.theme.type.small, maxLines: 1 });
  return width * 3 < box.width ? width + page.theme.gap : 0;
}

/** Puts a kicker, small lines in spaced capitals as many as the box has, above a title. Returns where the title may begin. */
export function putKicker(page: Page, id: string, text: string, box: Box): number {
  const own = kickerStyle(page);
  const style = { ...own, maxLines: Math.max(1, Math.floor(box.height / (1.3 * own.size))) };
  const fitting = dropFacts(page, text.toLocaleUpperCase(page.furniture.locale), box, style);
  const placed = page.text(id, fitting, box, { ...style, color: page.theme.accent });
  return placed.lines === 0 ? box.y : placed.bottom + Math.round(page.theme.gap / 3);
}

/** Whether all of a kicker fits. */
export const fitsKicker = (page: Page, text: string, box: Box): boolean =>
  !page.measure(text.toLocaleUpperCase(page.furniture.locale), box, kickerStyle(page)).cut;

export function kickerStyle({ theme: { type, floor } }: Page): PutText {
  return {
    size: type.small,
    smallest: floor,
    weight: 700,
    letterSpacing: type.small * 0.06,
    maxLines: 1,
    excerpt: true,
  };
}

/** A line of facts, without its last ones if they do not fit. */
function dropFacts(page: Page, text: string, box: Box, style: PutText): string {
  const facts = text.split(' · ');
  while (facts.length > 1 && page.measure(facts.join(' · '), box, style).cut) facts.pop();
  return facts.join(' · ');
}

/** Puts a small line at the bottom. Returns the room above it. */
export function putFooter(page: Page, box: Box, text: string | undefined): Box {
  if (!text) return box;
  const { type, gap, muted } = page.theme;
  const height = Math.round(type.small * 1.3);
  // A small page has no room for it.
  if (box.height < 11 * height) return box;
  const line = { x: box.x, y: box.y + box.height - height, width: box.width, height };
  const style = { size: type.small, color: muted, maxLines: 1, excerpt: true };
  page.text('footer', dropFacts(page, text, line, style), line, style);
  return { ...box, height: box.height - height - gap };
}

/** The part of a box below a line. */
export function boxBelow(box: Box, y: number): Box {
  return { ...box, y, height: Math.max(0, box.y + box.height - y) };
}

/** Room for one line of a size from `y` on, no further than the box goes. */
export function oneLineAt(box: Box, y: number, size: number): Box {
  const rest = boxBelow(box, y);
  return { ...rest, height: Math.min(rest.height, Math.round(size * 1.4)) };
}

/** Several facts on one line, without empty ones. */
export function joinFacts(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part && part.trim() !== '').join(' · ');
}
