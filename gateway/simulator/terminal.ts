import type { Picture } from '#client/panel/frame.ts';

/** The first and the last of the 24 greys of the 256-colour palette. */
const FIRST_GREY = 232;
const GREYS = 24;

/** A picture as rows of half blocks, two pixels a character, for terminals with 256 colours. */
export function drawPicture({ width, height, grey }: Picture, columns: number): string {
  const cellWidth = width / columns;
  const rows = Math.floor(height / cellWidth / 2);
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let column = 0; column < columns; column++) {
      const [upper, lower] = [2 * row, 2 * row + 1].map((y) => shade(column, y));
      line += `\x1b[38;5;${upper}m\x1b[48;5;${lower}m▀`;
    }
    lines.push(`${line}\x1b[0m`);
  }
  return lines.join('\n');

  /** Palette index of the mean of the pixels under half a character. */
  function shade(column: number, halfRow: number): number {
    let sum = 0;
    let count = 0;
    for (let y = Math.floor(halfRow * cellWidth); y < Math.floor((halfRow + 1) * cellWidth); y++) {
      for (let x = Math.floor(column * cellWidth); x < Math.floor((column + 1) * cellWidth); x++) {
        sum += grey[y * width + x] as number;
        count += 1;
      }
    }
    return FIRST_GREY + Math.round(((sum / Math.max(count, 1)) * (GREYS - 1)) / 255);
  }
}

/** More columns would make a picture larger without more detail. */
const MAX_COLUMNS = 100;
/** Lines of text that stay visible with a picture. */
const RESERVED_LINES = 4;

/** The number of columns at which the whole picture fits on the screen. */
export function countFittingColumns(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  screen: { columns: number; rows: number },
): number {
  const byRows = Math.floor((2 * Math.max(screen.rows - RESERVED_LINES, 4) * width) / height);
  return Math.max(1, Math.min(screen.columns, MAX_COLUMNS, byRows));
}

/** A claim code in large form, as lines. */
export function claimBanner(thingName: string, code: string, claimUrl: string): string[] {
  const spaced = [...code].join('   ');
  const bar = '═'.repeat(spaced.length + 8);
  const blank = `║${' '.repeat(bar.length)}║`;
  return [
    `${thingName} can be claimed with this code:`,
    `╔${bar}╗`,
    blank,
    `║    ${spaced}    ║`,
    blank,
    `╚${bar}╝`,
    claimUrl,
  ];
}
