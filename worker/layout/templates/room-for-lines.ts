import type { Viewport } from './theme.ts';

/** Higher than any text. */
const UNLIMITED_HEIGHT = 1_000_000;
/** A margin of lines, more than a column break keeps together, and the largest line height in ems. */
const EXTRA_LINES = 4;
const MAX_LINE_EMS = 3.2;

/**
 * The height up to which a text is broken into lines: somewhat more than all columns of that width on the page. Breaking
 * and measuring all of a long text would take most of the time of a page.
 */
export function roomForLines(viewport: Viewport, width: number, size: number): number {
  if (width > viewport.width) return UNLIMITED_HEIGHT;
  return Math.ceil(viewport.width / width) * viewport.height + EXTRA_LINES * MAX_LINE_EMS * size;
}
