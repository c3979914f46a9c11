import { decodePng } from './decode-png.ts';
import { type Depth, drawBlocks } from './draw-blocks.ts';
import { drawKitty } from './draw-kitty.ts';
import { drawSixel } from './draw-sixel.ts';

export const METHODS = ['blocks', 'kitty', 'sixel'] as const;
export type Method = (typeof METHODS)[number];

const KITTY = /kitty|ghostty|wezterm/i;
const SIXEL = /^(?:foot|mlterm|contour|yaft|xterm-sixel)|mintty/i;
/** Rows that the lines below the picture and the prompt take. */
const ROWS_BELOW = 3;
/** Width of a column in common fonts. */
const PIXELS_PER_COLUMN = 8;

/** The best method that the terminal announces. tmux and screen pass on characters only. */
export function methodFor({
  TERM = '',
  TERM_PROGRAM = '',
  KITTY_WINDOW_ID,
  TMUX,
  STY,
}: NodeJS.ProcessEnv): Method {
  if (TMUX || STY || /^(?:tmux|screen)/.test(TERM)) return 'blocks';
  if (KITTY_WINDOW_ID || KITTY.test(TERM) || KITTY.test(TERM_PROGRAM)) return 'kitty';
  return SIXEL.test(TERM) || SIXEL.test(TERM_PROGRAM) ? 'sixel' : 'blocks';
}

export interface Terminal {
  columns: number;
  rows: number;
  hasColour: boolean;
}

/** The characters that make a terminal show a PNG. */
export function drawPicture(
  png: Uint8Array,
  method: Method,
  { columns, rows, hasColour }: Terminal,
  env: NodeJS.ProcessEnv,
): string {
  const picture = decodePng(png);
  const room = Math.max(1, rows - ROWS_BELOW);
  // A row is about twice as high as a column is wide.
  const fittingColumns = Math.max(
    1,
    Math.min(columns, Math.floor((room * 2 * picture.width) / picture.height)),
  );
  if (method === 'kitty') return drawKitty(png, fittingColumns);
  if (method === 'sixel') return drawSixel(picture, fittingColumns * PIXELS_PER_COLUMN);
  return drawBlocks(picture, columns, room, hasColour ? depthOf(env) : 'none');
}

function depthOf({ COLORTERM = '', TERM = '' }: NodeJS.ProcessEnv): Depth {
  if (/truecolor|24bit/i.test(COLORTERM) || /direct|kitty|ghostty/.test(TERM)) return 'full';
  return TERM.includes('256') ? '256' : 'none';
}
