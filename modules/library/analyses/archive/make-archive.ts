import { sha256 } from '#shared/keys.ts';
import type { LibraryContext } from '../../context.ts';
import { ContentBlock } from '../../models/content-block.ts';
import { Analysis, isTerminal } from '../models/analysis.ts';
import { AnalysisContent } from '../models/analysis-content.ts';
import { AnalysisEvent } from '../models/analysis-event.ts';
import { presentAnalysis } from '../present-analysis.ts';
import { REJECTION } from '../run/plan-pages.ts';
import { type ZipEntry, zipFile } from './zip.ts';

export function archivesPrefix(userId: string): string {
  return `users/${userId}/archives/`;
}

/**
 * Makes the zip of a run that is over: request, digests, plan, events, timings. May be repeated; quietly does
 * nothing for an analysis that is gone.
 */
export async function makeArchive(
  { db, store }: Pick<LibraryContext, 'db' | 'store'>,
  analysisId: string,
): Promise<void> {
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
  const kept = await Analysis.query(db)
    .patch({ archiveKey: key, archiveBytes: bytes.byteLength })
    .where({ id })
    .whereNull('archive_key');
  const other = kept === 1 ? undefined : await Analysis.query(db).findById(id).select('archive_key');
  if (kept !== 1 && other?.archiveKey !== key) await store.remove([key]);
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
