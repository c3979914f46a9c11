import type { Trx } from '#shared/db/open.ts';
import type { DisplayContext } from './context.ts';

/**
 * What happens if the quota has not enough pushes: all presentations are refused, or only those without a push fail.
 */
export type WhenExhausted = 'refuse' | 'fail';

/**
 * Reserves a push for each of a user's new presentations for displays. Returns the presentations that have one.
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
