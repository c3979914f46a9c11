import type { Picture } from '../sandbox/task-result.ts';
import type { Area } from './faces/find-faces.ts';
import type { Allowance, Ocr, PrintedText } from './ocr.ts';
import { cropRows, type Part } from './trim-margins.ts';

/** Margins around an area, in its heights: strokes at its ends may be faint, and letters are higher than a row of squares. */
const MARGIN_BESIDE = 2;
const MARGIN_ABOVE = 1;
/** Share of the picture from which the whole picture is read. */
const MAX_SHARE = 0.6;

/**
 * Reads a photograph only around the areas that may have text. OCR takes seconds for gravel, leaves and grass, which it tries
 * to read as well, and one threshold for the whole picture does not suit a sign in it.
 */
export async function readAreas(picture: Picture, areas: Area[], ocr: Ocr): Promise<PrintedText> {
  const boxes = joinOverlapping(areas.map((area) => addMargins(area, picture)));
  const share = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (share > MAX_SHARE * picture.width * picture.height) return ocr.read(picture);
  const allowance: Allowance = {};
  const texts: string[] = [];
  const read: PrintedText = { text: '', lines: [], certain: true };
  for (const box of boxes) {
    const { left, top, width, height } = box;
    const part = await ocr.read({ data: cropRows(picture, box), width, height }, allowance);
    if (part.text !== '') texts.push(part.text);
    read.lines.push(...part.lines.map((line) => ({ ...line, x: line.x + left, y: line.y + top })));
    if (part.text !== '' && !part.certain) read.certain = false;
  }
  return { ...read, text: texts.join('\n\n') };
}

function addMargins({ x, y, width, height }: Area, picture: Picture): Part {
  const left = Math.max(0, x - MARGIN_BESIDE * height);
  const top = Math.max(0, y - MARGIN_ABOVE * height);
  return {
    left,
    top,
    width: Math.min(picture.width, x + width + MARGIN_BESIDE * height) - left,
    height: Math.min(picture.height, y + (1 + MARGIN_ABOVE) * height) - top,
  };
}

/** The bounding boxes of overlapping areas, from top to bottom. */
function joinOverlapping(boxes: Part[]): Part[] {
  const apart: Part[] = [];
  for (let box of boxes) {
    const isTouched = (other: Part) => overlap(box, other);
    for (let at = apart.findIndex(isTouched); at >= 0; at = apart.findIndex(isTouched)) {
      box = boundingBox(box, apart.splice(at, 1)[0]!);
    }
    apart.push(box);
  }
  return apart.sort((a, b) => a.top - b.top || a.left - b.left);
}

function overlap(a: Part, b: Part): boolean {
  const across = a.left < b.left + b.width && b.left < a.left + a.width;
  return across && a.top < b.top + b.height && b.top < a.top + a.height;
}

function boundingBox(a: Part, b: Part): Part {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}
