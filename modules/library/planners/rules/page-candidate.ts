import type { Digest } from '#worker/extract/digest.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';

/** A possible page of some material. */
export interface PageCandidate {
  template: string;
  parameters: Record<string, unknown>;
  why: string;
}

/** The inputs of a page besides the material. */
export interface PageScope {
  viewport: { width: number; height: number };
  now: Date;
  timeZone: string;
  /** The user's language, for material of unknown language. */
  language: string | null;
  /** The owner's title for all of the material. */
  title: string | null;
}

/** An asset with the owner's title, note and other pictures for the same page. */
export interface PageSubject {
  asset: PlannedAsset;
  /** The owner's title. */
  title: string | null;
  /** A short text that the owner sent with it. */
  note: string | null;
  /** The asset of that text, for its structure. */
  noteAsset?: PlannedAsset;
  picture: Picture | null;
  /** Further pictures that the owner sent. */
  others?: Picture[];
}

/** A picture in the form of the templates' parameters. */
export interface Picture {
  fileId: string;
  width: number;
  height: number;
  kind?: 'photo' | 'drawing' | 'scan';
  focus?: NonNullable<NonNullable<Digest['image']>['focus']>;
  turn?: number;
  sheet?: NonNullable<NonNullable<NonNullable<Digest['image']>['scan']>['sheet']>;
  /** The only part that is shown; the size is that of the part, and the cuts are places in it. */
  part?: NonNullable<NonNullable<Digest['image']>['content']>;
  cuts?: NonNullable<NonNullable<Digest['image']>['cuts']>;
  /** Where it can be cut into rows, in thousandths of its width. */
  seams?: number[];
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
    const { sheet } = scan;
    return withinMargins(
      { ...picture, ...sizeOf(sheet, imageSize), kind: 'scan', turn: 0, sheet, ...cuts },
      image,
    );
  }
  if (scan) return withinMargins({ ...picture, kind: 'scan', turn: scan.turn, ...cuts }, image);
  const seams = image.seams && { seams: image.seams, ...(image.line && { line: image.line }) };
  if (!photographic) return withinMargins({ ...picture, kind: 'drawing', ...cuts, ...seams }, image);
  return { ...picture, kind: 'photo', ...(focus && { focus }) };
}

/** A picture without its empty margins. */
function withinMargins(picture: Picture, { content }: NonNullable<Digest['image']>): Picture {
  if (!content) return picture;
  const { x, y, width, height } = content;
  const place = (at: number) => Math.min(1000, Math.max(1, Math.round((1000 * (at - y)) / height)));
  const { cuts, line, seams } = picture;
  const across = (at: number) => Math.min(1000, Math.max(1, Math.round((1000 * (at - x)) / width)));
  return {
    ...picture,
    part: content,
    width: Math.max(1, Math.round((picture.width * width) / 1000)),
    height: Math.max(1, Math.round((picture.height * height) / 1000)),
    ...(cuts && {
      cuts: cuts.map(({ at, words, from, to }) => ({
        at: place(at),
        words,
        ...(from !== undefined && to !== undefined && { from: place(from), to: place(to) }),
      })),
    }),
    ...(seams && { seams: seams.map(across) }),
    ...(line && { line: Math.min(1000, Math.round((1000 * line) / height)) }),
  };
}

/** Width and height in pixels of a sheet inside a picture: the means of its opposite sides. */
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

/** Whether an asset is a photograph or drawing rather than a page or file that has a picture. */
export function isPicture(asset: PlannedAsset): boolean {
  const { shape } = asset.digest;
  return (shape === 'photo' || shape === 'graphic') && pictureOf(asset) !== null;
}

/** Least height in pixels of a legible line of type on a sheet that is shown whole. */
const MIN_LINE_PIXELS = 14;
/** Least words of a sheet of text; one with fewer is a drawing with labels. */
const MIN_SHEET_WORDS = 25;

/**
 * Whether a picture is a sheet of text, recognised with certainty, whose type would be too small on the page. A sheet
 * that can be divided is shown in two columns, which makes it larger. A receipt is better shown as a picture.
 */
export function isSheetToRead(asset: PlannedAsset, { viewport }: PageScope): boolean {
  const { image, words } = asset.digest;
  const picture = pictureOf(asset);
  if (!picture || !isPicture(asset) || !image?.scan?.line || words < MIN_SHEET_WORDS) return false;
  const { width, height, cuts } = picture;
  const shown = (columns: number) =>
    Math.min(columns * viewport.height, (viewport.width * height) / (columns * width));
  const line = image.scan.line / (image.content?.height ?? 1000);
  return line * Math.max(shown(1), cuts ? shown(2) : 0) < MIN_LINE_PIXELS;
}

/** Whether an asset has anything to show: text, a picture, an address, or a calendar (even an empty one). */
export function hasContent(asset: PlannedAsset): boolean {
  const { text, url, blocks = [] } = asset.digest;
  return (
    pictureOf(asset) !== null ||
    text.trim() !== '' ||
    url !== null ||
    blocks.some(({ kind }) => kind === 'events')
  );
}

export function hasMaterial({ assets }: PlannedContent): boolean {
  return assets.some(hasContent);
}

/** Most pictures of a page; it states the number of further ones. */
export const MAX_PICTURES = 9;

/** Pictures in the form of the `note` template's parameters. */
export function picturesOf(image: Picture, others: Picture[] = []) {
  const images = [image, ...others];
  const left = images.length - MAX_PICTURES;
  if (images.length === 1) return { image };
  return { images: images.slice(0, MAX_PICTURES), ...(left > 0 && { morePictures: left }) };
}

/** Characters of a caption that fit a page of this width in any script. */
export const captionRoom = ({ viewport: { width } }: PageScope) => Math.floor(width / 9);
