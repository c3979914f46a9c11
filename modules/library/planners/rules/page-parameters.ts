import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { isTraditional } from './chinese-writing.ts';
import { isPicture } from './page-candidate.ts';
import { filenameOf } from './page-words.ts';

/** A text as a parameter, cut to `maxCharacters`; none if it is empty. One of up to 400 characters is a single line. */
export function textParameter(
  name: string,
  text: string | null | undefined | false,
  maxCharacters: number,
): Record<string, string> {
  const clipped = text
    ? maxCharacters > 400
      ? clipText(text, maxCharacters)
      : clipLine(text, maxCharacters)
    : '';
  return clipped === '' ? {} : { [name]: clipped };
}

/** Number of recognised words that no part of the digest contains. */
export function omittedWords({ digest }: PlannedAsset) {
  return digest.omitted > 0 && { omitted: digest.omitted };
}

export function languageOf(asset: PlannedAsset) {
  return textParameter('language', writtenLanguage(asset), 35);
}

/** The language of an asset, with the script of Chinese that is written in the traditional one. */
export function writtenLanguage({ digest: { language, text } }: PlannedAsset): string | null {
  return language === 'zh' && isTraditional(text) ? 'zh-Hant' : language;
}

/**
 * The footer, the address of a link, and the language of the fixed words of a page. The footer omits the name of a file that has a title,
 * or is a calendar or a picture, and keeps that of a document.
 */
export function furnitureParameters(asset: PlannedAsset) {
  const { type, digest } = asset;
  const isNamed =
    digest.pages === null && (digest.title !== null || digest.shape === 'agenda' || isPicture(asset));
  const source = type === 'link' ? digest.siteName : isNamed ? null : filenameOf(asset);
  return { ...textParameter('footer', source, 200), ...linkAddress(asset), ...languageOf(asset) };
}

/** The address of a link, for the QR code of its page. */
export function linkAddress({ type, digest: { url } }: PlannedAsset) {
  return type === 'link' && url !== null && { url };
}
