import { AppError } from '#shared/errors.ts';
import { invalidContent } from '../errors.ts';
import {
  type AssetInput,
  assetProblems,
  countCharacters,
  HARDCODE_TYPES,
  invalidField,
  isMissing,
  MAX_ALL_TEXT_CHARACTERS,
  type RequestProblem,
} from './asset-rules.ts';

/** The unvalidated body of `POST /contents`. The schema reports a wrong shape. */
export interface ContentInput {
  mode?: unknown;
  displayId?: unknown;
  output?: unknown;
  assets?: unknown;
}

/** All problems by the rules of modes and asset types. */
export function contentProblems(body: ContentInput, maxAssetBytes: number): RequestProblem[] {
  const sent: unknown[] = Array.isArray(body.assets) ? body.assets : [];
  const assets = sent.map((asset) => (isRecord(asset) ? asset : {}) as AssetInput);
  return [
    ...modeProblems(body, assets),
    ...assets.flatMap((asset, index) => assetProblems(asset, `assets.${index}`, maxAssetBytes)),
    ...allTextProblems(assets),
  ];
}

/** @throws {AppError} with the code of the most serious problem and a list of all */
export function refuseProblems(problems: RequestProblem[]): void {
  const fields = problems.map(({ path, message }) => ({ path, message }));
  const has = (code: RequestProblem['code']) => problems.some((problem) => problem.code === code);
  if (has('invalid_request')) throw invalidContent(fields);
  if (has('invalid_asset'))
    throw new AppError(400, 'invalid_asset', 'An asset has a type that is not accepted.', { fields });
  if (has('asset_too_large'))
    throw new AppError(413, 'asset_too_large', 'An asset is too large.', { fields });
}

function modeProblems(
  { mode, displayId, output, assets: sent }: ContentInput,
  assets: AssetInput[],
): RequestProblem[] {
  const problems: RequestProblem[] = [];
  const forbid = (path: string, value: unknown, why: string) => {
    if (!isMissing(value)) problems.push(invalidField(path, `must not be given ${why}.`));
  };
  if (isMissing(mode)) {
    forbid('displayId', displayId, 'without a mode');
    forbid('output', output, 'without a mode');
  }
  if (mode === 'auto') forbid('displayId', displayId, 'in mode auto');
  if (mode === 'manual') {
    if (isMissing(displayId)) problems.push(invalidField('displayId', 'is required in mode manual.'));
    forbid('output', output, 'in mode manual');
  }
  if (mode === 'hardcode') {
    if (!isMissing(output)) forbid('displayId', displayId, 'together with output');
    else if (isMissing(displayId))
      problems.push(invalidField('displayId', 'is required in mode hardcode without output.'));
    if (Array.isArray(sent) && sent.length > 1)
      problems.push(invalidField('assets', 'must hold exactly one PNG or JPEG in mode hardcode.'));
    else if (assets[0] && !isHardcodable(assets[0])) {
      const message = 'must be a PNG or JPEG in mode hardcode.';
      problems.push({ path: 'assets.0', message, code: 'invalid_asset' });
    }
  }
  return problems;
}

/** Ignores invalid types and media types, because they have their own problem. */
function isHardcodable({ type, contentType }: AssetInput): boolean {
  if (type === 'text' || type === 'link' || type === 'file') return false;
  return (
    typeof contentType !== 'string' ||
    !contentType.startsWith('image/') ||
    HARDCODE_TYPES.includes(contentType)
  );
}

function allTextProblems(assets: AssetInput[]): RequestProblem[] {
  const texts = assets.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''));
  if (texts.reduce((sum, text) => sum + countCharacters(text), 0) <= MAX_ALL_TEXT_CHARACTERS) return [];
  const message = `must hold at most ${MAX_ALL_TEXT_CHARACTERS} characters of text together.`;
  return [{ path: 'assets', message, code: 'asset_too_large' }];
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
