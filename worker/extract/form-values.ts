import type { PDFPageProxy } from 'pdfjs-dist';
import { countWords } from '#shared/count-words.ts';
import { cutText } from './blocks.ts';
import type { PdfRun } from './pdf-cell.ts';

/** The used part of a field in pdf.js; `rect` is left, bottom, right and top in points. */
interface Field {
  subtype: string;
  fieldType?: string;
  fieldValue?: unknown;
  /** The options of a choice: the value in the file and the text for the reader. */
  options?: { exportValue: unknown; displayValue: unknown }[];
  checkBox?: boolean;
  /** The value of a ticked box, and of the selected one of several buttons. */
  exportValue?: unknown;
  buttonValue?: unknown;
  rect: [number, number, number, number];
  defaultAppearanceData?: { fontSize?: number };
  hidden?: boolean;
  password?: boolean;
}

/** Limits for a page: fields, lines in all of them, and letters of one. */
const MAX_FIELDS = 2000;
const MAX_LINES = 2000;
const MAX_LETTERS = 20_000;
const TICKED_VALUE = '✓';
/** Type size, in points, of a field that declares none, and the share of its height that type fills. */
const DEFAULT_TYPE_SIZE = 12;
const TYPE_HEIGHT_SHARE = 0.75;
/** As shares of the type size: width of a letter, distance of lines, and height of the last baseline. */
const LETTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.2;
const BASELINE_HEIGHT = 0.25;

export interface FormValues {
  runs: PdfRun[];
  /** Number of words beyond the limits. */
  omitted: number;
}

/** The values of the fields of a page, which are drawn but are not part of its text. */
export async function formValues(page: PDFPageProxy): Promise<FormValues> {
  // The text of a page is kept even if its fields are broken.
  const fields: Field[] = await page.getAnnotations().catch(() => []);
  const runs: PdfRun[] = [];
  let omitted = 0;
  for (const [at, field] of fields.entries()) {
    if (field.subtype !== 'Widget' || field.hidden || field.password) continue;
    const text = textOf(field);
    const kept = cutText(text, MAX_LETTERS);
    const lines = kept.split(/\r\n?|\n/u).filter((line) => line.trim() !== '');
    const room = at < MAX_FIELDS ? MAX_LINES - runs.length : 0;
    runs.push(...runsOf(field, lines.slice(0, room)));
    omitted += countWords([...lines.slice(room), text.slice(kept.length)].join('\n'));
  }
  return { runs, omitted };
}

/** The text that a field shows. */
function textOf(field: Field): string {
  const { fieldType, fieldValue } = field;
  if (fieldType === 'Btn') return isTicked(field) ? TICKED_VALUE : '';
  return fieldType === 'Tx' || fieldType === 'Ch' ? [fieldValue].flat().map(shownAs(field)).join('\n') : '';
}

function isTicked({ checkBox, fieldValue, exportValue, buttonValue }: Field): boolean {
  const own = checkBox ? exportValue : buttonValue;
  return typeof own === 'string' && fieldValue === own;
}

function shownAs({ options = [] }: Field): (value: unknown) => string {
  const names = new Map(options.toReversed().map((one) => [one.exportValue, one.displayValue]));
  return (value) => {
    const shown = names.get(value) ?? value;
    return typeof shown === 'string' ? shown : '';
  };
}

function runsOf({ rect, defaultAppearanceData }: Field, lines: string[]): PdfRun[] {
  const [left, bottom, , top] = rect;
  const size =
    defaultAppearanceData?.fontSize || Math.min(DEFAULT_TYPE_SIZE, TYPE_HEIGHT_SHARE * (top - bottom));
  const first = lines.length > 1 ? top - size : (top + bottom) / 2 - BASELINE_HEIGHT * size;
  return lines.map((str, at) => ({
    str,
    transform: [size, 0, 0, size, left, first - LINE_HEIGHT * size * at],
    width: LETTER_WIDTH * size * str.length,
    height: size,
  }));
}
