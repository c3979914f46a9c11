import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { sha256 } from '#shared/keys.ts';
import { StorageLimitError } from '#shared/storage-full.ts';
import type { LibraryContext } from '../../context.ts';
import { ContentBlock } from '../../models/content-block.ts';
import { archivesPrefix } from '../../object-keys.ts';
import { checkStorageLimit } from '../../uploads/check-storage-limit.ts';
import { Analysis, isTerminal } from '../models/analysis.ts';
import { AnalysisContent } from '../models/analysis-content.ts';
import { AnalysisEvent } from '../models/analysis-event.ts';
import { presentAnalysis } from '../present-analysis.ts';
import { REJECTION } from '../run/plan-pages.ts';
import { type ZipEntry, zipFile } from './zip.ts';

/**
 * Makes the zip of a finished run: request, digests, plan, events, timings. May be repeated. Does nothing if the
 * analysis was deleted. The archive is not stored if the user's storage limit does not allow it.
 */
export async function makeArchive(
  context: Pick<LibraryContext, 'db' | 'store' | 'config' | 'display'>,
  analysisId: string,
): Promise<void> {
  const { db, store } = context;
  const analysis = await Analysis.query(db).findById(analysisId);
  if (!analysis || !isTerminal(analysis) || analysis.archiveKey) return;
  const { id, userId, endSeq } = analysis;
  const contents = await AnalysisContent.query(db).where({ analysis_id: id }).orderBy('position');
  const blocks = await ContentBlock.query(db)
    .whereIn(
      'content_id',
      contents.map(({ contentId }) => contentId),
    )
    .orderBy(['content_id', 'asset_index']);
  const events = await AnalysisEvent.query(db)
    .where({ analysis_id: id })
    .where('seq', '<=', endSeq ?? 0)
    .whereNot('type', REJECTION)
    .orderBy('seq');
  const inputs = contents.filter(({ role }) => role === 'input').map(({ contentId }) => contentId);
  const details = events.filter(({ type }) => type === 'plan.detail').map(({ data }) => data.plan);
  const bytes = zipFile([
    json('request.json', {
      analysis: presentAnalysis(analysis, inputs),
      contents: contents.map(({ contentId, role }) => ({ id: contentId, role })),
    }),
    json(
      'digests.json',
      blocks.map(({ contentId, assetIndex, digest, text }) => ({
        contentId,
        assetIndex,
        digest: { ...digest, text },
      })),
    ),
    json('plan.json', details),
    json('events.json', events.map(archivedEvent)),
    json('timings.json', timings(analysis, events)),
  ]);
  const key = `${archivesPrefix(userId)}${id}/${sha256(bytes)}`;
  await store.put(key, bytes, 'application/zip');
  if (await recordArchive(context, analysis, { key, sizeBytes: bytes.byteLength })) return;
  const other = await Analysis.query(db).findById(id).select('archive_key');
  if (other?.archiveKey === key) return;
  await store.remove([key]);
  // After the removal: until then the object used the reserved bytes.
  await Analysis.query(db).patch({ reservedBytes: 0 }).where({ id }).whereNull('archive_key');
}

/** Returns false if there is an archive already, or the storage limit does not allow this one. */
async function recordArchive(
  context: Pick<LibraryContext, 'db' | 'config' | 'display'>,
  { id, userId, reservedBytes }: Analysis,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): Promise<boolean> {
  const record = async (trx: Trx) => {
    if (sizeBytes > reservedBytes)
      await checkStorageLimit(context, trx, { userId, bytes: sizeBytes - reservedBytes });
    const updated = await Analysis.query(trx)
      .patch({ archiveKey: key, archiveBytes: sizeBytes, reservedBytes: 0 })
      .where({ id })
      .whereNull('archive_key');
    return updated === 1;
  };
  try {
    return await inTransaction(context.db, record);
  } catch (error) {
    if (error instanceof StorageLimitError) return false;
    throw error;
  }
}

function archivedEvent({ userId: _, analysisId: __, ...event }: AnalysisEvent) {
  return event;
}

/** Milliseconds from the creation to each step. */
function timings({ createdAt }: Analysis, events: AnalysisEvent[]) {
  return events.map(({ seq, type, at }) => ({ seq, type, ms: at.getTime() - createdAt.getTime() }));
}

function json(name: string, value: unknown): ZipEntry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}
