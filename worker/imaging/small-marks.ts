/** Largest width and height of a letter or of some that touch, in pixels. What is larger is a line, an outline or an area. */
const MAX_WIDTH = 64;
const MAX_HEIGHT = 40;

/** What a pixel is: nothing, shaded, or black. */
export const SHADED_INK = 1;
export const BLACK_INK = 2;
/** Of a letter's pixels, one in so many is black at least. An area of a dark tint is black at its edges only. */
const MIN_BLACK = 3;

/** For each pixel 1 where it is of a mark of a letter's size. `ink` is `SHADED_INK` or `BLACK_INK` where there is ink, in rows of `width`; it is used up. */
export function smallMarks(ink: Uint8Array, width: number): Uint8Array {
  const marks = new Uint8Array(ink.length);
  for (let seed = 0; seed < ink.length; seed++) {
    if (ink[seed] !== 0) for (const i of takeMark(ink, width, seed)) marks[i] = 1;
  }
  return marks;
}

/** Takes what hangs together with a pixel out of the ink; its pixels, or none where it is no letter. */
function takeMark(ink: Uint8Array, width: number, seed: number): number[] {
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
      if (found.length <= MAX_WIDTH * MAX_HEIGHT) found.push(i);
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
  return right - left < MAX_WIDTH && rows < MAX_HEIGHT && MIN_BLACK * black >= all ? found : [];
}
