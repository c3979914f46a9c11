/** Letters that terminals draw two columns wide (East Asian Width W and F, and emoji). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const WITHOUT_WIDTH = /[\p{M}\u200c\u200d]/u;

function widthOf(character: string): number {
  if (WITHOUT_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The text in exactly `width` columns: cut with `…`, or filled with blanks. */
export function fitText(text: string, width: number): string {
  const own = textWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let cut = '';
  let used = 0;
  for (const character of text) {
    const next = used + widthOf(character);
    if (next > width - 1) break;
    cut += character;
    used = next;
  }
  return `${cut}…${' '.repeat(Math.max(0, width - used - 1))}`;
}

/** Columns are not made narrower than this. */
const MIN_COLUMN_WIDTH = 8;

/** Narrows the widest columns until all fit into `room`, or all have their minimum width. */
export function shrinkColumns(widths: number[], room: number): void {
  for (let excess = widths.reduce((a, b) => a + b, 0) - room; excess > 0; excess--) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= MIN_COLUMN_WIDTH) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}
