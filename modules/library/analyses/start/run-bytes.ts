import { pageBytes } from '#modules/display';
import type { RawUploadItem } from '../../models/raw-upload-item.ts';
import type { AnalysisTarget } from '../models/analysis.ts';

/** An asset that a run reads. */
export type ReadItem = Pick<RawUploadItem, 'type' | 'contentType'>;

/** Most archives take a few kilobytes; that of a long document about ten. */
export const ARCHIVE_BYTES = 64 * 1024;
/** For the lead picture of a linked page, the first page of a document, or a drawing. Most take less. */
const FOUND_PICTURE_BYTES = 1024 * 1024;
/** Types of files that contain only text. */
const TEXT_TYPES = ['text/plain', 'text/markdown', 'application/json'];

/**
 * Bytes that a run is expected to store: a page for each named display, or one page if it chooses; the pictures found
 * in links and documents; the archive.
 * @param assets empty for a run over the history, whose pages may show pictures
 */
export function runBytes(target: AnalysisTarget, assets: ReadItem[]): number {
  const pictures = assets.length === 0 || assets.some(({ type }) => type !== 'text');
  const output = target && 'output' in target ? target.output : null;
  const pages = target && 'displayIds' in target ? target.displayIds.length : 1;
  const found = assets.reduce((sum, asset) => sum + foundPictureBytes(asset), 0);
  return pages * pageBytes(output, { pictures }) + found + ARCHIVE_BYTES;
}

/** Expected bytes of the picture found in an asset, such as the first page of a document. */
export function foundPictureBytes({ type, contentType }: ReadItem): number {
  const none = type === 'image' ? contentType !== 'image/svg+xml' : TEXT_TYPES.includes(contentType ?? '');
  return type === 'text' || none ? 0 : FOUND_PICTURE_BYTES;
}
