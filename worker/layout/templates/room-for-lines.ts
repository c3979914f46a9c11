import type { Viewport } from './theme.ts';

/** Higher than any text is. */
const UNLIMITED_HEIGHT = 1_000_000;
/** Lines that are more than a break keeps together, and the highest of lines, in ems. */
const EXTRA_LINES = 4;
const MAX_LINE_EMS = 3.2;

/**
 * Height in which to break a text of any length at one size and width: somewhat more than all columns of that width on the
 * page have. Breaking and measuring all of a long text takes most of the time of a page.
 */
export function roomForLines(viewport: Viewport, width: number, size: number): number {
  if (width > viewport.width) return UNLIMITED_HEIGHT;
  return Math.ceil(viewport.width / width) * viewport.height + EXTRA_LINES * MAX_LINE_EMS * size;
}
