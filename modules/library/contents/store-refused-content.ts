import { planRefusals } from '#modules/billing';
import { AppError } from '#shared/errors.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import type { OwnContent } from './read-content.ts';

const REFUSALS = Object.values(planRefusals).flat();

/**
 * A Content whose confirm the plan did not allow can be confirmed later. Its uploads are kept as long as unconfirmed
 * ones, from the next window of the quota on, or from this refusal on. Other errors are ignored.
 */
export async function storeRefusedContent(
  { clock, db }: Pick<LibraryContext, 'clock' | 'db'>,
  { userId, contentId }: OwnContent,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof AppError && REFUSALS.includes(refusal.code))) return;
  const { resetAt } = refusal.details;
  const until = typeof resetAt === 'string' ? new Date(resetAt) : clock.now();
  await Content.query(db)
    .where({ id: contentId, user_id: userId, state: 'pending' })
    .patch({ refusedUntil: Content.raw('greatest(refused_until, ?::timestamptz)', [until]) as never });
}
