import type { Box, Page, PutText } from './page.ts';

/** What several templates set alike: title with rule, kicker, foot line. Each returns the room that is left. */

/** A bold title over a strong rule, with an optional note at the other end of the line. */
export function putHeader(page: Page, box: Box, title: string, note = ''): Box {
  if (title.trim() === '') return box;
  const { type, floor, gap, hairline, muted } = page.theme;
  const roomy = box.height > 9 * type.title;
  const size = roomy ? type.title : type.lead;
  const aside = note === '' ? 0 : noteWidth(page, box, note);
  const placed = page.text(
    'title',
    title,
    { ...box, width: box.width - aside, height: Math.round(size * 2.5) },
    {
      size,
      smallest: Math.max(floor, type.body),
      weight: 700,
      lineHeight: 1.2,
      maxLines: roomy ? 2 : 1,
      excerpt: true,
    },
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
  return below(box, y + 2 * hairline + gap);
}

function noteWidth(page: Page, box: Box, note: string): number {
  const { width } = page.measure(note, { ...box, height: 99 }, { size: page.theme.type.small, maxLines: 1 });
  return width * 3 < box.width ? width + page.theme.gap : 0;
}

/** A small line in spaced capitals above a title: where it is from, what it is. Returns where the title may begin. */
export function putKicker(page: Page, id: string, text: string, box: Box): number {
  const { type, accent, floor } = page.theme;
  const style = {
    size: type.small,
    smallest: floor,
    weight: 700,
    letterSpacing: type.small * 0.06,
    maxLines: 1,
    excerpt: true,
  };
  const fitting = dropFacts(page, text.toLocaleUpperCase('en'), box, style);
  const placed = page.text(id, fitting, box, { ...style, color: accent });
  return placed.lines === 0 ? box.y : placed.bottom + Math.round(page.theme.gap / 3);
}

/** A line of facts without the last ones, until it fits. */
function dropFacts(page: Page, text: string, box: Box, style: PutText): string {
  const facts = text.split(' · ');
  while (facts.length > 1 && page.measure(facts.join(' · '), box, style).cut) facts.pop();
  return facts.join(' · ');
}

/** A small line at the bottom; what is above it is returned. */
export function putFooter(page: Page, box: Box, text: string | undefined): Box {
  if (!text) return box;
  const { type, gap, muted } = page.theme;
  const height = Math.round(type.small * 1.3);
  // A small page has better use for the line.
  if (box.height < 11 * height) return box;
  const line = { x: box.x, y: box.y + box.height - height, width: box.width, height };
  const style = { size: type.small, color: muted, maxLines: 1, excerpt: true };
  page.text('footer', dropFacts(page, text, line, style), line, style);
  return { ...box, height: box.height - height - gap };
}

/** The part of a box below a line. */
export function below(box: Box, y: number): Box {
  return { ...box, y, height: Math.max(0, box.y + box.height - y) };
}

/** Several facts on one line; empty ones leave no trace. */
export function joined(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part && part.trim() !== '').join(' · ');
}
