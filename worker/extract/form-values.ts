import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfRun } from './pdf-cells.ts';

/** What pdf.js tells of a field of a form, as far as it is of use; `rect` is left, bottom, right and top in points. */
interface Field {
  subtype: string;
  fieldType?: string;
  fieldValue?: unknown;
  rect: [number, number, number, number];
  defaultAppearanceData?: { fontSize?: number };
  hidden?: boolean;
  password?: boolean;
}

/** Fields of a page that are looked at. */
const MAX_FIELDS = 2000;
/** Points of type whose size is left to the field, and the share of its height. */
const USUAL_SIZE = 12;
const FILLS = 0.75;
/** Of the size: the width of a letter, the pitch of lines, and how high the baseline of the last one stands. */
const LETTER = 0.5;
const PITCH = 1.2;
const BASELINE = 0.25;

/** What was filled into the fields of a page: it is drawn there, but is not among the page's words. */
export async function formValues(page: PDFPageProxy): Promise<PdfRun[]> {
  const fields: Field[] = (await page.getAnnotations()).slice(0, MAX_FIELDS);
  return fields.flatMap((field) => (isFilled(field) ? runsOf(field) : []));
}

const isFilled = ({ subtype, fieldType, hidden, password }: Field) =>
  subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch') && !hidden && !password;

function runsOf({ fieldValue, rect, defaultAppearanceData }: Field): PdfRun[] {
  const [left, bottom, , top] = rect;
  const values = [fieldValue].flat().filter((value) => typeof value === 'string');
  const lines = values.flatMap((value) => value.split(/\r\n?|\n/u)).filter((line) => line.trim() !== '');
  const size = defaultAppearanceData?.fontSize || Math.min(USUAL_SIZE, FILLS * (top - bottom));
  const first = lines.length > 1 ? top - size : (top + bottom) / 2 - BASELINE * size;
  return lines.map((str, at) => ({
    str,
    transform: [size, 0, 0, size, left, first - PITCH * size * at],
    width: LETTER * size * str.length,
    height: size,
  }));
}
