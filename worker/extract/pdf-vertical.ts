import type { PdfRun } from './pdf-cell.ts';

/** A run of one letter in a script that may be written vertically. */
const LETTER =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\ufe10-\ufe4f\uff00-\uff65]$/u;
/** Least number of vertical letters, and their least share of the runs of a page. */
const MIN_LETTERS = 12;
const MIN_VERTICAL_SHARE = 0.6;
/** Least share of the letters that are below the previous one. */
const MIN_BELOW_SHARE = 0.7;
/** Greatest distance to the previous letter, in ems. */
const MAX_STEP = 1.6;
/** Factor for the distance of lines, which is larger in vertical text: 2 ems become 1.4. */
const LINE_SCALE = 0.7;
/** Punctuation in its vertical form. */
const VERTICAL_FORM = /[\ufe10-\ufe19\ufe30-\ufe48]/gu;

/** Whether a page is written vertically, with lines from right to left. */
export function isVertical(runs: PdfRun[]): boolean {
  const letters = runs.filter(({ str }) => str.trim() !== '');
  const single = letters.filter(({ str }) => LETTER.test(str));
  if (single.length < MIN_LETTERS || single.length < MIN_VERTICAL_SHARE * letters.length) return false;
  const below = single.filter((run, at) => {
    const before = single[at - 1];
    return before !== undefined && isBelow(before, run);
  });
  return below.length >= MIN_BELOW_SHARE * single.length;
}

function isBelow(before: PdfRun, run: PdfRun): boolean {
  const step = (before.transform[5] ?? 0) - (run.transform[5] ?? 0);
  const aside = Math.abs((before.transform[4] ?? 0) - (run.transform[4] ?? 0));
  return aside < 0.5 * run.height && step > 0 && step < MAX_STEP * run.height;
}

/** The runs of a vertical page as horizontal lines, the rightmost one on top. */
export const layHorizontally = (runs: PdfRun[]): PdfRun[] =>
  runs.map((run) => {
    const { str, transform, height, width } = run;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const text = str.replace(VERTICAL_FORM, (sign) => sign.normalize('NFKC'));
    return { ...run, str: text, transform: [a, b, c, d, -y, LINE_SCALE * x], width: Math.max(width, height) };
  });
