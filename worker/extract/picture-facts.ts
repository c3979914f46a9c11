import { isDrawn } from '../imaging/picture-kind.ts';
import type { Picture } from '../sandbox/tasks.ts';
import { type Focus, findFocus } from './find-focus.ts';
import { hasLettering } from './find-lettering.ts';
import { findScan, type Scan } from './find-scan.ts';
import { reducePicture } from './reduce-picture.ts';

/** What can be told of a picture by looking at it. */
export interface PictureFacts {
  /** Photographed rather than drawn. */
  photographic: boolean;
  /** What matters in a photograph; null of drawings, scans and pictures of nothing much. */
  focus: Focus | null;
  /** A sheet of paper that is not all white yet; null of everything else. */
  scan: Scan | null;
  /** Whether it may have words in it: all but photographs without lettering. */
  lettering: boolean;
}

/** Longest sides of the pictures in which type, and faces, are looked for. */
const TYPE_SIDE = 800;
const FACE_SIDE = 480;

/** Nothing that is smaller than this was photographed. */
const ICON_SIDE = 72;

/** Pure; takes up to a fifth of a second. `longest` is the longer side of the picture as it was made. */
export function lookAtPicture(picture: Picture, longest: number): PictureFacts {
  const { luminance, width, height } = reducePicture(picture, Math.min(TYPE_SIDE, longest));
  const drawn = longest <= ICON_SIDE || isDrawn(luminance, width);
  const sheet = findScan(luminance, width, height);
  // What is flat and level was drawn on a screen, not scanned.
  const scan = drawn && sheet?.turn === 0 ? null : sheet;
  const focus = drawn || scan ? null : findFocus(reducePicture(picture, FACE_SIDE));
  const photographic = !drawn && !scan;
  const lettering = !photographic || hasLettering(luminance, width, height);
  return { photographic, focus, scan, lettering };
}
