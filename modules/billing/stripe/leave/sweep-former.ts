import { addSeconds } from '#shared/clock.ts';
import type { LeaveContext } from '../context.ts';
import { enqueueDue } from '../enqueue-due.ts';

/** A checkout page lives for a day: long after it nothing can be paid for a customer that is gone. */
const KEEP_SECONDS = 30 * 86_400;

/** Has customers of deleted accounts removed that no retry could, and forgets those long gone. Runs once an hour. */
export async function sweepFormer(context: LeaveContext): Promise<void> {
  await enqueueDue(context, 'former_customers');
  const before = addSeconds(context.clock.now(), -KEEP_SECONDS);
  await context.db('billing.former_customers').where('removed_at', '<', before).delete();
}
