import { CHANGED_SINCE, type Snapshot } from '#shared/db/changes.ts';
import { newestFirst } from '#shared/db/newest-first.ts';
import type { Queryable } from '#shared/db/open.ts';
import { invalidRequest } from '#shared/errors.ts';
import type { Page } from '#shared/http/cursor.ts';
import { authoriseDisplay, checkOwner } from './authorise-display.ts';
import type { DisplayContext } from './context.ts';
import { presentationNotFound } from './errors.ts';
import { Device } from './models/device.ts';
import { Presentation, type PresentationState } from './models/presentation.ts';
import { presentPresentations, presentSummary } from './present-presentation.ts';
import type { PageRequest } from './read-displays.ts';
import type { ImageFormat, PresentationDto, PresentationSummaryDto } from './schemas.ts';

/** @throws {AppError} `404 presentation_not_found`, also for those of other users */
export async function readPresentation(
  context: DisplayContext,
  userId: string,
  presentationId: string,
  format: ImageFormat,
): Promise<PresentationDto> {
  const presentation = await Presentation.query(context.db).findOne({ id: presentationId, user_id: userId });
  if (!presentation) throw presentationNotFound();
  const [dto] = await presentPresentations(context, [presentation], format);
  return dto as PresentationDto;
}

/** Presentations of a user, in the order of the ids; unknown ones are left out. */
export async function presentationsOf(
  context: DisplayContext,
  queryable: Queryable,
  userId: string,
  ids: string[],
): Promise<PresentationDto[]> {
  if (ids.length === 0) return [];
  const found = await Presentation.query(queryable).whereIn('id', ids).where({ user_id: userId });
  found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return presentPresentations({ ...context, db: queryable as DisplayContext['db'] }, found);
}

/** Presentations of a user that changed since a snapshot, oldest change first, at most `limit`. */
export async function presentationsSince(
  queryable: Queryable,
  userId: string,
  since: Snapshot,
  limit: number,
): Promise<PresentationSummaryDto[]> {
  const changed = await Presentation.query(queryable)
    .where({ user_id: userId })
    .whereRaw(CHANGED_SINCE, [since, since])
    .orderBy('changed_in')
    .limit(limit);
  return changed.map(presentSummary);
}

/** The last presentation that the panel confirmed; null if there is none, or it was deleted. */
export async function readCurrentPresentation(
  context: DisplayContext,
  userId: string,
  displayId: string,
  format: ImageFormat,
): Promise<PresentationDto | null> {
  const device = await Device.query(context.db)
    .findById(displayId)
    .select('user_id', 'current_presentation_id');
  checkOwner(device, userId);
  if (!device.currentPresentationId) return null;
  const found = await Presentation.query(context.db).where({
    id: device.currentPresentationId,
    user_id: userId,
  });
  const [dto = null] = await presentPresentations(context, found, format);
  return dto;
}

export interface QueueRequest extends PageRequest {
  /** Earliest time of creation, inclusive. */
  from?: Date | undefined;
  /** Latest time of creation, exclusive. */
  to?: Date | undefined;
}

/** Lists the queue of a display: highest priority first, of equal priority the oldest first. */
export async function listQueue(
  context: DisplayContext,
  userId: string,
  displayId: string,
  { cursor, limit, from, to }: QueueRequest,
): Promise<Page<PresentationSummaryDto>> {
  const list = ['queue', userId, displayId, from ?? null, to ?? null];
  const after = context.cursors.open(cursor, list);
  await authoriseDisplay(context.db, userId, displayId);
  const query = Presentation.query(context.db)
    .where({ device_id: displayId, user_id: userId })
    .whereRaw("state = 'queued'") // a literal, so that a prepared plan can use the partial index
    .orderBy([{ column: 'priority', order: 'desc' }, 'created_at', 'id'])
    .limit(limit + 1);
  if (from) void query.where('created_at', '>=', from);
  if (to) void query.where('created_at', '<', to);
  if (after) {
    const { priority = 0, createdAt, id } = after;
    void query
      .where('priority', '<=', priority)
      .where((rest) =>
        rest.where('priority', '<', priority).orWhereRaw('(created_at, id) > (?, ?)', [createdAt, id]),
      );
  }
  return context.cursors.page(await query, limit, list, presentSummary);
}

export interface PresentationFilter {
  scope?: 'generated' | 'display' | 'all' | undefined;
  /** Implies the scope `display`. */
  displayId?: string | undefined;
  state?: PresentationState | undefined;
}

/**
 * Lists the user's presentations, newest first, within the history that the plan includes.
 * @throws {AppError} `400` for a display together with `generated`; `403`, `404` for a display
 */
export async function listPresentations(
  context: DisplayContext,
  userId: string,
  { cursor, limit, ...filter }: PresentationFilter & PageRequest,
): Promise<Page<PresentationDto> & { historyWindowStart: string | null }> {
  const scope = effectiveScope(filter);
  const { displayId, state } = filter;
  const list = ['presentations', userId, scope, displayId ?? null, state ?? null];
  const after = context.cursors.open(cursor, list);
  if (displayId) await authoriseDisplay(context.db, userId, displayId);
  const windowStart = await context.billing.historyWindowStart(userId);

  const query = Presentation.query(context.db)
    .where({ user_id: userId })
    .modify(newestFirst, after, limit + 1);
  if (displayId) void query.where({ device_id: displayId });
  else if (scope === 'display') void query.whereNotNull('device_id');
  else if (scope === 'generated') void query.whereNull('device_id');
  if (state) void query.where({ state });
  if (windowStart) void query.where('created_at', '>=', windowStart);

  const rows = await query;
  const dtos = await presentPresentations(context, rows.slice(0, limit));
  const byId = new Map(dtos.map((dto) => [dto.id, dto]));
  const page = context.cursors.page(rows, limit, list, ({ id }) => byId.get(id) as PresentationDto);
  return { ...page, historyWindowStart: windowStart?.toISOString() ?? null };
}

function effectiveScope({ scope, displayId }: PresentationFilter): 'generated' | 'display' | 'all' {
  if (!displayId) return scope ?? 'generated';
  if (scope === 'generated') {
    const message = 'cannot be combined with the scope generated.';
    throw invalidRequest('Presentations without a display cannot be filtered by display.', [
      { path: 'displayId', message },
    ]);
  }
  return 'display';
}
