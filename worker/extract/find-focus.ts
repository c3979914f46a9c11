import { type Area, findFaces } from './faces/find-faces.ts';
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

/** The area with most of the detail and colour, found along each side separately. */
function mostDetailed({ luminance, colour, width, height }: ReducedPicture): Area | null {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const detail =
        Math.abs(luminance[i + 1]! - luminance[i - 1]!) +
        Math.abs(luminance[i + width]! - luminance[i - width]!);
      // Limited, because the strength of an edge does not show its importance.
      const interest = Math.min(64, detail > 10 ? detail : 0) + (colour[i]! >> 4);
      columns[x]! += interest;
      rows[y]! += interest;
    }
  }
  const across = span(columns);
  const down = span(rows);
  if (!across || !down) return null;
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

function span(interest: Float64Array): { start: number; length: number } | null {
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
