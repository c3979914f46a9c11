import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from './context.ts';

/** What becomes of presentations that the quota has no push for: all are refused, or just those fail. */
export type WhenExhausted = 'refuse' | 'fail';

/**
 * Reserves a push for each of a user's new presentations for displays. Returns those that have one.
 * @throws {AppError} `402`, `429` for `refuse`
 */
export async function reservePushes(
  { billing }: Pick<DisplayContext, 'billing'>,
  trx: Trx,
  userId: string,
  presentationIds: string[],
  whenExhausted: WhenExhausted,
): Promise<Set<string>> {
  if (whenExhausted === 'fail') return billing.reserveSome(trx, userId, 'pushes', presentationIds);
  for (const id of presentationIds) await billing.reserve(trx, userId, 'pushes', id);
  return new Set(presentationIds);
}
