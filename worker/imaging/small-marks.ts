/** Greatest width and height of a letter or of several that touch, in pixels. Larger marks are lines, outlines or areas. */
const MAX_MARK_WIDTH = 64;
const MAX_MARK_HEIGHT = 40;

/** Values of a shaded and of a black pixel of ink; 0 for none. */
export const SHADED_INK = 1;
export const BLACK_INK = 2;
/** At least one in so many pixels of a letter is black. An area of a dark tint is black only at its edges. */
const MAX_PIXELS_PER_BLACK = 3;

/** Returns 1 for each pixel of a mark of the size of a letter. `ink` has `SHADED_INK` or `BLACK_INK` for pixels of ink, in rows of `width`, and is cleared. */
export function findSmallMarks(ink: Uint8Array, width: number): Uint8Array {
  const marks = new Uint8Array(ink.length);
  for (let seed = 0; seed < ink.length; seed++) {
    if (ink[seed] !== 0) for (const i of extractMark(ink, width, seed)) marks[i] = 1;
  }
  return marks;
}

/** Removes the connected pixels of a mark from the ink. Returns them, or none if the mark is not of the size of a letter. */
function extractMark(ink: Uint8Array, width: number, seed: number): number[] {
  const found: number[] = [];
  let [left, right, bottom] = [width, 0, seed];
  let outline = [seed];
  let [all, black] = [1, ink[seed] === BLACK_INK ? 1 : 0];
  ink[seed] = 0;
  while (outline.length > 0) {
    const next: number[] = [];
    const visit = (i: number) => {
      const own = ink[i] ?? 0;
      if (own === 0) return;
      all++;
      if (own === BLACK_INK) black++;
      ink[i] = 0;
      next.push(i);
    };
    for (const i of outline) {
      if (found.length <= MAX_MARK_WIDTH * MAX_MARK_HEIGHT) found.push(i);
      const x = i % width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.max(bottom, i);
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      visit(i - width);
      visit(i + width);
    }
    outline = next;
  }
  const rows = Math.floor(bottom / width) - Math.floor(seed / width);
  return right - left < MAX_MARK_WIDTH && rows < MAX_MARK_HEIGHT && MAX_PIXELS_PER_BLACK * black >= all
    ? found
    : [];
}
