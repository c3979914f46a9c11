import type { PictureArea } from './scene.ts';

export interface Size {
  width: number;
  height: number;
}

/** A rectangle of pixels inside a picture of another size. */
export interface Window extends Size {
  left: number;
  top: number;
}

/**
 * How a picture that covers a box is scaled and cut: its scaled size, and the window of the size of the box in it. The focus is
 * centred as far as the picture allows; without a focus the middle of the picture is.
 */
export function cropWindow(picture: Size, box: Size, focus?: PictureArea): { scaled: Size; window: Window } {
  const wider = picture.width * box.height >= picture.height * box.width;
  const scaled = wider
    ? {
        width: Math.max(box.width, Math.round((picture.width * box.height) / picture.height)),
        height: box.height,
      }
    : {
        width: box.width,
        height: Math.max(box.height, Math.round((picture.height * box.width) / picture.width)),
      };
  const { x = 0, y = 0, width = 1000, height = 1000 } = focus ?? {};
  const left = startOf(scaled.width, box.width, x, width);
  const top = startOf(scaled.height, box.height, y, height);
  return { scaled, window: { left, top, width: box.width, height: box.height } };
}

/** Whether all of an area is visible when the picture covers a box. */
export function keepsInView(picture: Size, box: Size, area: PictureArea): boolean {
  const { scaled, window } = cropWindow(picture, box, area);
  const along = (start: number, length: number, size: number, from: number, shown: number) =>
    start * size >= 1000 * (from - 1) && (start + length) * size <= 1000 * (from + shown + 1);
  return (
    along(area.x, area.width, scaled.width, window.left, window.width) &&
    along(area.y, area.height, scaled.height, window.top, window.height)
  );
}

function startOf(length: number, shown: number, focusStart: number, focusLength: number): number {
  const middle = Math.floor((length * (2 * focusStart + focusLength)) / 2000);
  return Math.min(length - shown, Math.max(0, middle - (shown >> 1)));
}
