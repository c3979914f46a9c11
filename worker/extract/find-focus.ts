import { type Area, findFaces } from './faces/find-faces.ts';
import { findDensestSpan, type Span } from './find-densest-span.ts';
import { findLoneObject } from './find-lone-object.ts';
import type { ReducedPicture } from './reduce-picture.ts';

/** The important area of a picture, in thousandths of its sides. */
export interface Focus {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the area has heads or lines of type: a page that cannot keep it in view shows the whole picture. */
  faces: boolean;
}

/** Pixels along the side of the smallest window that is tried for a face. */
const MIN_FACE_PIXELS = 30;
/** Faces smaller than this share of the largest one are in the background. */
const MIN_COMPANION_SHARE = 0.4;

/** The area of the heads in a photograph, or else of most of its detail and colour; null when neither stands out. */
export function findFocus(picture: ReducedPicture): Focus | null {
  const { luminance, width, height } = picture;
  const faces = findFaces(luminance, width, height, MIN_FACE_PIXELS);
  const area = faces.length > 0 ? aroundHeads(faces) : mostDetailed(picture);
  if (!area) return null;
  const left = Math.max(0, Math.min(1000, Math.floor((1000 * area.x) / width)));
  const top = Math.max(0, Math.min(1000, Math.floor((1000 * area.y) / height)));
  const right = Math.min(1000, Math.ceil((1000 * (area.x + area.width)) / width));
  const bottom = Math.min(1000, Math.ceil((1000 * (area.y + area.height)) / height));
  return { x: left, y: top, width: right - left, height: bottom - top, faces: faces.length > 0 };
}

/** The detector's window reaches from brows to chin; two thirds of it are added above for hair, some for neck and ears. */
function aroundHeads(faces: Area[]): Area {
  const largest = Math.max(...faces.map(({ width }) => width));
  const heads = faces
    .filter(({ width }) => width >= MIN_COMPANION_SHARE * largest)
    .map(({ x, y, width, height }) => ({
      left: x - 0.25 * width,
      top: y - 0.65 * height,
      right: x + 1.25 * width,
      bottom: y + 1.35 * height,
    }));
  const left = Math.min(...heads.map((head) => head.left));
  const top = Math.min(...heads.map((head) => head.top));
  const width = Math.max(...heads.map((head) => head.right)) - left;
  return { x: left, y: top, width, height: Math.max(...heads.map((head) => head.bottom)) - top };
}

/** Share of the detail, in thousandths, that may be cut off at each end. */
const CUT_OFF_THOUSANDTHS = 120;
/** Least difference between the pixels beside one that is detail. */
const MIN_STEP = 10;
/** Ratio of the sides from which a picture is a strip, of which a page shows a part along its length. */
const STRIP_RATIO = 3;

/** The area with most of the detail and colour, found along each side separately, and the largest object that stands alone. */
function mostDetailed({ luminance, colour, width, height }: ReducedPicture): Area | null {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  const detail = new Uint8Array(luminance.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const step =
        Math.abs(luminance[i + 1]! - luminance[i - 1]!) +
        Math.abs(luminance[i + width]! - luminance[i - width]!);
      // Limited, because the strength of an edge does not show its importance.
      detail[i] = step > MIN_STEP ? Math.min(64, step) : 0;
      const interest = detail[i]! + (colour[i]! >> 4);
      columns[x]! += interest;
      rows[y]! += interest;
    }
  }
  const across = width >= STRIP_RATIO * height ? findDensestSpan(columns) : span(columns);
  const down = height >= STRIP_RATIO * width ? findDensestSpan(rows) : span(rows);
  if (!across || !down) return null;
  const area = { x: across.start, y: down.start, width: across.length, height: down.length };
  const isStrip = Math.max(width, height) >= STRIP_RATIO * Math.min(width, height);
  const object = isStrip ? null : findLoneObject(detail, width, height);
  return object ? around(area, object) : area;
}

function around(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

function span(interest: Float64Array): Span | null {
  const total = interest.reduce((sum, each) => sum + each, 0);
  if (total < 3 * interest.length) return null;
  let before = 0;
  let start = 0;
  while (1000 * (before + interest[start]!) < CUT_OFF_THOUSANDTHS * total) before += interest[start++]!;
  let after = 0;
  let end = interest.length - 1;
  while (1000 * (after + interest[end]!) < CUT_OFF_THOUSANDTHS * total) after += interest[end--]!;
  return { start, length: end - start + 1 };
}
