import type { Picture } from '../sandbox/task-result.ts';
import type { Area } from './faces/find-faces.ts';
import type { Focus } from './find-focus.ts';

/** Lettering with at least this share of a photograph's height and area is part of its subject. */
const MIN_HEIGHT_SHARE = 0.035;
const MIN_AREA_SHARE = 0.015;

/** Whether lines of type in a picture are part of its subject, rather than a date in a corner or a sign far away. */
export function isProminent(lines: Area[], { width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  const tallest = Math.max(0, ...lines.map((line) => line.height));
  const area = lines.reduce((sum, line) => sum + line.width * line.height, 0);
  return tallest >= MIN_HEIGHT_SHARE * height || area >= MIN_AREA_SHARE * width * height;
}

/** The area that must stay in view of a photograph with prominent lines of type: all of them, and the heads. */
export function keepLettering(focus: Focus | null, lines: Area[], { width, height }: Picture): Focus | null {
  const boxes = lines.map((line) => ({
    left: Math.max(0, Math.floor((1000 * line.x) / width) - 8),
    top: Math.max(0, Math.floor((1000 * line.y) / height) - 8),
    right: Math.min(1000, Math.ceil((1000 * (line.x + line.width)) / width) + 8),
    bottom: Math.min(1000, Math.ceil((1000 * (line.y + line.height)) / height) + 8),
  }));
  if (focus?.faces) {
    const { x, y } = focus;
    boxes.push({ left: x, top: y, right: x + focus.width, bottom: y + focus.height });
  }
  if (boxes.length === 0) return focus;
  const x = Math.min(...boxes.map(({ left }) => left));
  const y = Math.min(...boxes.map(({ top }) => top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { x, y, width: right - x, height: bottom - y, faces: true };
}
