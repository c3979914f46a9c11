import { addSeconds } from '#shared/clock.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { checkStorageLimit } from '../../uploads/check-storage-limit.ts';
import { archiveNotFound } from '../errors.ts';
import { Analysis, isTerminal } from '../models/analysis.ts';
import { findAnalysis, type OwnAnalysis } from '../read-analysis.ts';
import { ARCHIVE_BYTES } from '../start/run-bytes.ts';

/**
 * Returns the address of a run's zip. If the storage limit did not allow it before, it is made at the first request
 * when it does.
 * @throws {AppError} `404 analysis_not_found`, `404 archive_not_found` until the run is over and its archive made;
 * `503` while the user's storage limit does not allow it
 */
export async function readArchive(
  context: LibraryContext,
  own: OwnAnalysis,
): Promise<{ url: string; expiresAt: string }> {
  const { db, store, clock, config } = context;
  const analysis = await findAnalysis(db, own);
  const { id, archiveKey } = analysis;
  if (!archiveKey) {
    if (isTerminal(analysis) && analysis.reservedBytes === 0) await requestArchive(context, analysis);
    throw archiveNotFound();
  }
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const contentType = 'application/zip';
  const url = await store.signedUrl(archiveKey, { expiresAt, contentType, downloadAs: `analysis-${id}.zip` });
  return { url, expiresAt: expiresAt.toISOString() };
}

/** Reserves bytes for the archive and sends its job. @throws {StorageLimitError} */
async function requestArchive(context: LibraryContext, { id, userId }: Analysis): Promise<void> {
  await context.inUserTransaction(userId, async (trx) => {
    await checkStorageLimit(context, trx, { userId, bytes: ARCHIVE_BYTES });
    const reserved = await Analysis.query(trx)
      .patch({ reservedBytes: ARCHIVE_BYTES })
      .where({ id, reserved_bytes: 0 })
      .whereNull('archive_key');
    if (reserved === 1) await context.jobs.send(trx, queues.archiveAnalysis, { analysisId: id });
  });
}
