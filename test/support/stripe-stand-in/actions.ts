import type { Books } from './books.ts';
import type { Subscription } from './objects.ts';
import { wrong } from './refusal.ts';

/** What a person, a bank or time does to a subscription; buttons of the portal and hooks for tests. */
const ACTIONS: Record<string, (books: Books, id: string) => Subscription> = {
  cancel: (books, id) => books.cancelAtPeriodEnd(id, true),
  resume: (books, id) => books.cancelAtPeriodEnd(id, false),
  cancel_now: (books, id) => books.cancelNow(id),
  renew: (books, id) => books.renew(id, true),
  /** The next period begins and cannot be paid for. */
  fail: (books, id) => books.renew(id, false),
  recover: (books, id) => books.recover(id),
  /** After the last attempt to collect. */
  give_up: (books, id) => books.setStatus(id, 'unpaid'),
};

/** @throws {Refusal} */
export function act(books: Books, action: string, subscriptionId: string): Subscription {
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!known) throw wrong(`One of ${Object.keys(ACTIONS).join(', ')}, please.`, 'action');
  return known(books, subscriptionId);
}
