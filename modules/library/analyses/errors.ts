import { AppError } from '#shared/errors.ts';

export function analysisNotFound(): AppError {
  return new AppError(404, 'analysis_not_found', 'There is no such analysis.');
}

/** `404`: the run has not ended, or its archive is being made. */
export function archiveNotFound(): AppError {
  return new AppError(
    404,
    'archive_not_found',
    'There is no archive yet: it is made when the analysis has ended.',
  );
}

export function analysisInProgress(limit: number): AppError {
  const message = `At most ${limit} analyses can wait or run at a time.`;
  return new AppError(409, 'analysis_in_progress', message);
}

export function noCompatibleDisplay(): AppError {
  return new AppError(
    422,
    'no_compatible_display',
    'You have no display that could show a page: claim a panel first.',
  );
}

export function displayIncompatible(displayId: string): AppError {
  return new AppError(422, 'display_incompatible', 'The display cannot show pages.', { displayId });
}

export function assetNotUploaded(failedAssets: { contentId: string; assetIndex: number }[]): AppError {
  const message = 'Some assets have not been uploaded; details.failedAssets says which.';
  return new AppError(409, 'asset_not_uploaded', message, { failedAssets });
}

export function notOneImage(): AppError {
  return new AppError(400, 'invalid_asset', 'The content is not exactly one PNG or JPEG.');
}
