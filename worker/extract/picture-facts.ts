import { flattenGround } from '../imaging/flatten-ground.ts';
import { isDrawn } from '../imaging/picture-kind.ts';
import type { PictureArea, Sheet } from '../imaging/scene.ts';
import { sheetSize, warpSheet } from '../imaging/warp-sheet.ts';
import type { Picture } from '../sandbox/task-result.ts';
import type { Digest } from './digest.ts';
import { contentOfDrawing, contentOfSheet } from './find-content.ts';
import { type Cut, findCuts } from './find-cuts.ts';
import { type Focus, findFocus } from './find-focus.ts';
import { findLettering, type Lettering } from './find-lettering.ts';
import { findScan, type Scan } from './find-scan.ts';
import { findSeams } from './find-seams.ts';
import { findSheet } from './find-sheet.ts';
import { findPictureCode } from './picture-code.ts';
import { type ReducedPicture, reducePicture } from './reduce-picture.ts';

/** Facts about a picture from its pixels. */
export interface PictureFacts {
  /** Whether it was photographed rather than drawn. */
  photographic: boolean;
  /** The important area of a photograph; null for drawings, scans and photographs without one. */
  focus: Focus | null;
  /** A sheet of paper that is not entirely white; null for everything else. */
  scan: Scan | null;
  /** Where a tall drawing or sheet can be cut, in thousandths of its height; empty for everything else. */
  cuts: Cut[];
  /** Where a wide drawing can be cut into rows, in thousandths of its width; empty for everything else. */
  seams: number[];
  /** The area of a drawing or of a level sheet within its empty margins; null without margins, and for everything else. */
  content: PictureArea | null;
}

export interface PictureReport extends PictureFacts {
  /** Where a photograph may have text, in pixels; null for everything else, whose text is always read. */
  lettering: Lettering | null;
  /** The sheet of paper in the picture, cropped and straightened. */
  sheet: Picture | null;
  /** A machine-readable code in the picture. */
  code: Digest['code'];
}

/** Longest sides of the copies in which type and faces are searched. */
const LINE_SEARCH_SIDE = 800;
const FACE_SEARCH_SIDE = 480;

/** Longest side up to which a picture is an icon, not a photograph. */
const ICON_SIDE = 72;
/** Distance from grey of a colour that is not paper or ink, and the percentage of a picture that such a colour must fill. */
const MIN_STRONG_COLOUR = 48;
const MIN_COLOURED_PERCENT = 2;

/** Pure function; takes up to a fifth of a second. `originalSide` is the longer side of the original picture. */
export async function lookAtPicture(picture: Picture, originalSide: number): Promise<PictureReport> {
  const reduced = reducePicture(picture, Math.min(LINE_SEARCH_SIDE, originalSide));
  const report = analyseReduced(picture, reduced, originalSide);
  const { sheet, photographic } = report;
  const small = sheet ? reducePicture(sheet, LINE_SEARCH_SIDE) : reduced;
  return { ...report, code: await findPictureCode(sheet ?? picture, small, photographic) };
}

function analyseReduced(
  picture: Picture,
  reduced: ReducedPicture,
  originalSide: number,
): Omit<PictureReport, 'code'> {
  const { luminance, width, height } = reduced;
  const drawn = originalSide <= ICON_SIDE || isDrawn(luminance, width);
  const sheetFacts = drawn ? null : findPictureSheet(picture, reduced);
  if (sheetFacts) return { photographic: false, focus: null, lettering: null, ...sheetFacts };
  const found = findScan(luminance, width, height);
  // A level drawing with flat tones, or one with colours, was made on a screen and not scanned.
  const scan = drawn && (found?.turn === 0 || isColoured(reduced)) ? null : found;
  if (drawn || scan) {
    const isLevel = !scan?.turn;
    // On a gradient, margins and cuts are found between type and outlines.
    const flat = scan ? null : flattenGround([{ luminance, width, height }])?.[0]?.luminance;
    const plane = flat ?? luminance;
    const cuts = isLevel ? findCuts(plane, width, height) : [];
    const find = scan ? contentOfSheet : contentOfDrawing;
    const content = isLevel ? find(plane, width, height) : null;
    const seams = scan ? [] : findSeams(plane, width, height, content);
    return { photographic: false, focus: null, scan, cuts, seams, content, lettering: null, sheet: null };
  }
  const focus = findFocus(reducePicture(picture, FACE_SEARCH_SIDE));
  const lettering = scaled(findLettering(luminance, width, height), picture.width / width);
  return {
    photographic: true,
    focus,
    scan: null,
    cuts: [],
    seams: [],
    content: null,
    lettering,
    sheet: null,
  };
}

function isColoured({ colour }: ReducedPicture): boolean {
  const strong = colour.reduce((count, code) => count + (code >= MIN_STRONG_COLOUR ? 1 : 0), 0);
  return 100 * strong >= MIN_COLOURED_PERCENT * colour.length;
}

/** The sheet of paper with type on a darker ground. A sheet beside a face is part of a photograph. */
function findPictureSheet(picture: Picture, reduced: ReducedPicture) {
  const corners = findSheet(reduced);
  if (!corners || findFocus(reducePicture(picture, FACE_SEARCH_SIDE))?.faces) return null;
  const sheet = straightened(picture, corners);
  const { luminance, width, height } = reducePicture(sheet, LINE_SEARCH_SIDE);
  const scan = findScan(luminance, width, height);
  if (!scan) return null;
  const cuts = findCuts(luminance, width, height);
  const content = contentOfSheet(luminance, width, height);
  return { sheet, scan: { ...scan, turn: 0, sheet: corners }, cuts, seams: [], content };
}

function straightened(picture: Picture, corners: Sheet): Picture {
  const { width, height } = sheetSize(corners, picture);
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const { data } = warpSheet({ ...picture, channels: 3 }, corners, size);
  return { data, ...size };
}

function scaled({ usual, large }: Lettering, times: number): Lettering {
  const whole = ({ x, y, width, height }: Lettering['usual'][number]) => ({
    x: Math.round(x * times),
    y: Math.round(y * times),
    width: Math.round(width * times),
    height: Math.round(height * times),
  });
  return { usual: usual.map(whole), large: large.map(whole) };
}
