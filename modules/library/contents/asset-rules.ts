import type { FieldProblem } from '#shared/errors.ts';
import { isBlank } from '#shared/is-blank.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
export const FILE_TYPES = ['application/pdf', 'text/plain', 'text/markdown', 'application/json'];
/** Types of a picture that a display can show unchanged. */
export const HARDCODE_TYPES = ['image/png', 'image/jpeg'];
export const MAX_ASSETS = 50;
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_INTENT_CHARACTERS = 2_000;
export const MAX_TEXT_CHARACTERS = 100_000;
export const MAX_ALL_TEXT_CHARACTERS = 1_000_000;
const MAX_LINK_CHARACTERS = 8_000;
const MAX_FILENAME_CHARACTERS = 255;

/** A problem of a field, with the error code for the request if there is no more serious problem. */
export interface RequestProblem extends FieldProblem {
  code: 'invalid_request' | 'invalid_asset' | 'asset_too_large';
}

/** An unvalidated asset. Wrong types are ignored here, because the schema reports them. */
export type AssetInput = Record<'type' | 'text' | 'url' | 'filename' | 'contentType' | 'sizeBytes', unknown>;

/** All problems of one asset by the rules of its type. */
export function assetProblems(asset: AssetInput, path: string, maxBytes: number): RequestProblem[] {
  if (asset.type === 'text') return textProblems(asset, path);
  if (asset.type === 'link') return linkProblems(asset, path);
  if (asset.type === 'image') return binaryProblems(asset, path, maxBytes, IMAGE_TYPES);
  if (asset.type === 'file') return binaryProblems(asset, path, maxBytes, FILE_TYPES);
  return [];
}

function textProblems({ text }: AssetInput, path: string): RequestProblem[] {
  const at = `${path}.text`;
  if (isMissing(text)) return [invalidField(at, 'is required for a text asset.')];
  if (typeof text !== 'string') return [];
  if (isBlank(text)) return [invalidField(at, 'must hold more than white space and invisible characters.')];
  if (countCharacters(text) <= MAX_TEXT_CHARACTERS) return [];
  return [
    { ...invalidField(at, `must have at most ${MAX_TEXT_CHARACTERS} characters.`), code: 'asset_too_large' },
  ];
}

/** Problems of the address of a link asset. */
export function linkProblems({ url }: Pick<AssetInput, 'url'>, path: string): RequestProblem[] {
  const at = `${path}.url`;
  if (isMissing(url)) return [invalidField(at, 'is required for a link asset.')];
  if (typeof url !== 'string') return [];
  if (countCharacters(url) > MAX_LINK_CHARACTERS)
    return [invalidField(at, `must have at most ${MAX_LINK_CHARACTERS} characters.`)];
  // The URL parser drops tabs and line breaks and treats `\` as `/`. Other parsers do not, so links must not contain
  // them.
  const wellFormed = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(url) && URL.canParse(url);
  if (holdsCredentials(url)) return [invalidField(at, 'must not hold credentials.')];
  return wellFormed ? [] : [invalidField(at, 'must be an absolute http or https address.')];
}

/**
 * In any form that the URL parser accepts, also empty credentials: it reads `http:u@h` and `http:///u@h` as
 * `http://u@h`.
 */
function holdsCredentials(url: string): boolean {
  const normalized = url.replace(/[\t\n\r]/g, '').replaceAll('\\', '/');
  const authority = /^[\p{Cc} ]*https?:\/*([^/?#]*)/iu.exec(normalized)?.[1] ?? '';
  return authority.includes('@');
}

function binaryProblems(
  { type, filename, contentType, sizeBytes }: AssetInput,
  path: string,
  maxBytes: number,
  accepted: string[],
): RequestProblem[] {
  const problems: RequestProblem[] = [];
  const required = { filename, contentType, sizeBytes };
  for (const [name, value] of Object.entries(required)) {
    if (isMissing(value))
      problems.push(invalidField(`${path}.${name}`, `is required for an asset of type ${type}.`));
  }
  if (typeof filename === 'string') {
    if (countCharacters(filename) > MAX_FILENAME_CHARACTERS)
      problems.push(
        invalidField(`${path}.filename`, `must have at most ${MAX_FILENAME_CHARACTERS} characters.`),
      );
    else if (!storedFilename(filename)) problems.push(invalidField(`${path}.filename`, 'must name a file.'));
  }
  if (typeof contentType === 'string' && !accepted.includes(contentType)) {
    const message = `must be one of ${accepted.join(', ')} for an asset of type ${type}.`;
    problems.push({ path: `${path}.contentType`, message, code: 'invalid_asset' });
  }
  if (typeof sizeBytes === 'number' && sizeBytes < 1)
    problems.push(invalidField(`${path}.sizeBytes`, 'must be at least 1.'));
  if (typeof sizeBytes === 'number' && sizeBytes > maxBytes) {
    const message = `must be at most ${maxBytes}.`;
    problems.push({ path: `${path}.sizeBytes`, message, code: 'asset_too_large' });
  }
  return problems;
}

/**
 * Returns the name without folders, which some browsers add, control characters, and marks of text direction, which can
 * disguise an extension. Empty if no valid name is left.
 */
export function storedFilename(filename: string): string {
  const name = filename
    .replace(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/s, '')
    .trim();
  return name === '.' || name === '..' ? '' : name;
}

/** Counts code points, which are closer to characters than UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

export function invalidField(path: string, message: string): RequestProblem {
  return { path, message, code: 'invalid_request' };
}
