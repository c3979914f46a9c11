import { AppError, type FieldProblem, invalidRequest } from '#shared/errors.ts';

/** `400 invalid_asset`: the bytes of an asset are not of the declared type, or cannot be shown. */
export function invalidAsset(assetIndex: number, message: string): AppError {
  const fields: FieldProblem[] = [{ path: `assets.${assetIndex}`, message }];
  return new AppError(400, 'invalid_asset', `Asset ${assetIndex} ${message}`, { assetIndex, fields });
}

export function assetTooLarge(assetIndex: number, message: string): AppError {
  const fields: FieldProblem[] = [{ path: `assets.${assetIndex}`, message }];
  return new AppError(413, 'asset_too_large', `Asset ${assetIndex} ${message}`, { assetIndex, fields });
}

export function unreadableBody(what: string): AppError {
  return invalidRequest(`The body ${what}`);
}
