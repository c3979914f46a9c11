import { addSeconds } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';
import type { LibraryContext } from '../../context.ts';
import { ContentBlock } from '../../models/content-block.ts';
import { archiveNotFound } from '../errors.ts';
import { Analysis, isTerminal } from '../models/analysis.ts';
import { AnalysisContent } from '../models/analysis-content.ts';
import { AnalysisEvent } from '../models/analysis-event.ts';
import { presentAnalysis } from '../present-analysis.ts';
import { findAnalysis, type OwnAnalysis } from '../read-analysis.ts';
import { REJECTION } from '../run/plan-pages.ts';
import { type ZipEntry, zipFile } from './zip.ts';

/**
 * Where the zip of a run can be had: request, digests, plan, events, timings. It is made when it is first asked for.
 * @throws {AppError} `404 analysis_not_found`, `404 archive_not_found` until the run is over
 */
export async function readArchive(
  context: LibraryContext,
  own: OwnAnalysis,
): Promise<{ url: string; expiresAt: string }> {
  const { db, store, clock, config } = context;
  const analysis = await findAnalysis(db, own);
  if (!isTerminal(analysis)) throw archiveNotFound();
  const key = analysis.archiveKey ?? (await makeArchive(context, analysis));
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const contentType = 'application/zip';
  const downloadAs = `analysis-${analysis.id}.zip`;
  const url = await store.signedUrl(key, { expiresAt, contentType, downloadAs });
  return { url, expiresAt: expiresAt.toISOString() };
}

export function archivesPrefix(userId: string): string {
  return `users/${userId}/archives/`;
}

async function makeArchive({ db, store }: LibraryContext, analysis: Analysis): Promise<string> {
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
  await Analysis.query(db).patch({ archiveKey: key }).where({ id }).whereNull('archive_key');
  const kept = await Analysis.query(db).findById(id).select('archive_key');
  if (kept?.archiveKey && kept.archiveKey !== key) await store.remove([key]);
  return kept?.archiveKey ?? key;
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
