import type { Digest } from '#worker/extract/digest.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';

/** A page that could be made of some material. */
export interface PageCandidate {
  template: string;
  parameters: Record<string, unknown>;
  why: string;
}

/** What pages are made with besides the material. */
export interface PageScope {
  viewport: { width: number; height: number };
  now: Date;
  timeZone: string;
  /** The user's, for what says nothing of its own. */
  language: string | null;
  /** The owner's own title for all of it. */
  title: string | null;
}

/** An asset and what stands beside it on the page. */
export interface Subject {
  asset: PlannedAsset;
  /** The owner's title. */
  title: string | null;
  /** A few of the owner's words that came along. */
  note: string | null;
  picture: Picture | null;
  /** Further pictures of the owner's. */
  others?: Picture[];
}

/** A picture as the templates take it. */
export interface Picture {
  fileId: string;
  width: number;
  height: number;
  kind?: 'photo' | 'drawing' | 'scan';
  focus?: NonNullable<NonNullable<Digest['image']>['focus']>;
  turn?: number;
  sheet?: NonNullable<NonNullable<NonNullable<Digest['image']>['scan']>['sheet']>;
  cuts?: NonNullable<NonNullable<Digest['image']>['cuts']>;
  line?: number;
  code?: NonNullable<NonNullable<Digest['code']>['modules']>;
}

export function pictureOf({ imageId, imageSize, digest }: PlannedAsset): Picture | null {
  if (!imageId || !imageSize) return null;
  const { image, code } = digest;
  const picture = { fileId: imageId, ...imageSize, ...(code?.modules && { code: code.modules }) };
  if (!image) return picture;
  const { scan, photographic, focus } = image;
  const cuts = image.cuts && { cuts: image.cuts, ...(image.line && { line: image.line }) };
  if (scan?.sheet) {
    return {
      ...picture,
      ...sizeOf(scan.sheet, imageSize),
      kind: 'scan',
      turn: 0,
      sheet: scan.sheet,
      ...cuts,
    };
  }
  if (scan) return { ...picture, kind: 'scan', turn: scan.turn, ...cuts };
  if (!photographic) return { ...picture, kind: 'drawing', ...cuts };
  return { ...picture, kind: 'photo', ...(focus && { focus }) };
}

/** Pixels along the sides of a sheet that lies in a picture: the means of its opposite ones. */
function sizeOf(
  [a, b, c, d]: NonNullable<Picture['sheet']>,
  { width, height }: NonNullable<PlannedAsset['imageSize']>,
) {
  const side = (from: [number, number], to: [number, number]) =>
    Math.hypot(((to[0] - from[0]) * width) / 1000, ((to[1] - from[1]) * height) / 1000);
  return {
    width: Math.max(1, Math.round((side(a, b) + side(d, c)) / 2)),
    height: Math.max(1, Math.round((side(a, d) + side(b, c)) / 2)),
  };
}

/** Photographs and drawings, as opposed to pages and files that have a picture. */
export function isPicture(asset: PlannedAsset): boolean {
  const { shape } = asset.digest;
  return (shape === 'photo' || shape === 'graphic') && pictureOf(asset) !== null;
}

/** Pixels of a line of type below which a sheet that is shown whole cannot be read. */
const MIN_LINE_PIXELS = 14;
/** Words of a sheet from which it is a page to read rather than a drawing with labels. */
const MIN_SHEET_WORDS = 25;

/**
 * Whether a picture is a sheet of type, read with certainty, whose words would be too small on the page. A sheet that can
 * be parted stands in two columns, which makes it larger; figures of a receipt are better seen than read.
 */
export function isSheetToRead(asset: PlannedAsset, { viewport }: PageScope): boolean {
  const { image, words } = asset.digest;
  const picture = pictureOf(asset);
  if (!picture || !isPicture(asset) || !image?.scan?.line || words < MIN_SHEET_WORDS) return false;
  const { width, height, cuts } = picture;
  const shown = (columns: number) =>
    Math.min(columns * viewport.height, (viewport.width * height) / (columns * width));
  return image.scan.line * Math.max(shown(1), cuts ? shown(2) : 0) < 1000 * MIN_LINE_PIXELS;
}

/** Whether there is anything of it to show: words, a picture, an address, a calendar, which may be empty. */
export function saysSomething(asset: PlannedAsset): boolean {
  const { text, url, blocks = [] } = asset.digest;
  return (
    pictureOf(asset) !== null ||
    text.trim() !== '' ||
    url !== null ||
    blocks.some(({ kind }) => kind === 'events')
  );
}

export function hasMaterial({ assets }: PlannedContent): boolean {
  return assets.some(saysSomething);
}

/** Pictures that a page shows; further ones are counted on it. */
export const MAX_PICTURES = 9;

/** Pictures as a note takes them. */
export function picturesOf(image: Picture, others: Picture[] = []) {
  const images = [image, ...others];
  const left = images.length - MAX_PICTURES;
  if (images.length === 1) return { image };
  return { images: images.slice(0, MAX_PICTURES), ...(left > 0 && { morePictures: left }) };
}

/** Characters of a caption that a page of some width has room for in any script. */
export const captionRoom = ({ viewport: { width } }: PageScope) => Math.floor(width / 9);
