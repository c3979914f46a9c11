import type { QueryBuilder } from 'objection';
import type { Billing } from '#modules/billing';
import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import type { DisplayContext } from './context.ts';
import { Presentation, type PresentationState } from './models/presentation.ts';
import { Push } from './models/push.ts';
import { presentationEvent } from './presentation-event.ts';

/**
 * All ways in which a presentation ends. One that was never published returns its push. Published ones have used theirs up,
 * so `release` ignores them.
 */

type Selection = (query: QueryBuilder<Presentation, Presentation[]>) => unknown;

/** Expires the presentations that `which` selects and that are still in one of the states `from`; returns their number. */
export async function expirePresentations(
  { clock, billing }: Pick<DisplayContext, 'clock' | 'billing'>,
  trx: Trx,
  from: PresentationState[],
  which: Selection,
): Promise<number> {
  const now = clock.now();
  const query = Presentation.query(trx).patch({ state: 'expired', updatedAt: now }).whereIn('state', from);
  which(query as never);
  const expired = await query.returning('id');
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await Push.query(trx).patch({ expiredAt: now }).whereIn('presentation_id', ids);
  await release(billing, trx, expired);
  return ids.length;
}

/** Fails the presentations that `which` selects and that are still in the state `from`, and reports each. */
export async function failPresentations(
  { clock, billing, events }: Pick<DisplayContext, 'clock' | 'billing' | 'events'>,
  trx: Trx,
  from: 'preparing' | 'published',
  problem: Problem,
  which: Selection,
): Promise<void> {
  const query = Presentation.query(trx)
    .patch({ state: 'failed', failure: problem, updatedAt: clock.now() })
    .where({ state: from });
  which(query as never);
  const failed = await query.returning('*');
  const report = from === 'preparing' ? events.renderFailed : events.deliveryFailed;
  for (const one of failed) await report(trx, { ...presentationEvent(one), problem });
  await release(billing, trx, failed);
}

/** Deletes the presentations that `which` selects, with their dependent rows. */
export async function deletePresentations(
  { billing }: Pick<DisplayContext, 'billing'>,
  trx: Trx,
  which: Selection,
): Promise<void> {
  const query = Presentation.query(trx).delete();
  which(query as never);
  await release(billing, trx, await query.returning('id'));
}

async function release(billing: Billing, trx: Trx, ended: Pick<Presentation, 'id'>[]): Promise<void> {
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await billing.release(trx, 'pushes', ids);
}
