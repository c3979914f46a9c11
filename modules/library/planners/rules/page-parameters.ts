import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { filenameOf } from './page-words.ts';

/** A parameter that is omitted when it is empty. */
export function some(
  name: string,
  text: string | null | undefined | false,
  most: number,
): Record<string, string> {
  const clipped = text ? (most > 400 ? clipText(text, most) : clipLine(text, most)) : '';
  return clipped === '' ? {} : { [name]: clipped };
}

/** Number of recognised words that no part of the digest contains. */
export function omitted({ digest }: PlannedAsset) {
  return digest.omitted > 0 && { omitted: digest.omitted };
}

export function language({ digest }: PlannedAsset) {
  return some('language', digest.language, 35);
}

/**
 * The footer, and the language of the fixed words of a page. The footer omits the name of a file that has a title,
 * or is a calendar, and keeps that of a document.
 */
export function furniture(asset: PlannedAsset) {
  const { type, digest } = asset;
  const isNamed = digest.pages === null && (digest.title !== null || digest.shape === 'agenda');
  const source = type === 'link' ? digest.siteName : isNamed ? null : filenameOf(asset);
  return { ...some('footer', source, 200), ...language(asset) };
}
