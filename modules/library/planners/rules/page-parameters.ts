import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { filenameOf } from './page-words.ts';

/** A parameter that is left out when there is nothing to say. */
export function some(
  name: string,
  text: string | null | undefined | false,
  most: number,
): Record<string, string> {
  const clipped = text ? (most > 400 ? clipText(text, most) : clipLine(text, most)) : '';
  return clipped === '' ? {} : { [name]: clipped };
}

/** Words that were read but are in no part of the digest. */
export function omitted({ digest }: PlannedAsset) {
  return digest.omitted > 0 && { omitted: digest.omitted };
}

export function language({ digest }: PlannedAsset) {
  return some('language', digest.language, 35);
}

/**
 * The foot line, and the language in which a page says what it says by itself. The name of a file says nothing of what
 * has a title, and of a calendar hardly ever; a paper is known by it.
 */
export function furniture(asset: PlannedAsset) {
  const { type, digest } = asset;
  const isNamed = digest.pages === null && (digest.title !== null || digest.shape === 'agenda');
  const source = type === 'link' ? digest.siteName : isNamed ? null : filenameOf(asset);
  return { ...some('footer', source, 200), ...language(asset) };
}
