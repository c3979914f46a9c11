import { addSeconds } from '#shared/clock.ts';
import type { LibraryContext } from '../../context.ts';
import { archiveNotFound } from '../errors.ts';
import { findAnalysis, type OwnAnalysis } from '../read-analysis.ts';

/**
 * Where the zip of a run can be had.
 * @throws {AppError} `404 analysis_not_found`, `404 archive_not_found` until the run is over and its archive made
 */
export async function readArchive(
  { db, store, clock, config }: LibraryContext,
  own: OwnAnalysis,
): Promise<{ url: string; expiresAt: string }> {
  const { id, archiveKey } = await findAnalysis(db, own);
  if (!archiveKey) throw archiveNotFound();
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const contentType = 'application/zip';
  const url = await store.signedUrl(archiveKey, { expiresAt, contentType, downloadAs: `analysis-${id}.zip` });
  return { url, expiresAt: expiresAt.toISOString() };
}
