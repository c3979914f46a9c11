import type { Books } from './books.ts';
import type { Subscription } from './objects.ts';
import { wrong } from './refusal.ts';

/**
 * Changes to a subscription by a person, a bank or the passing of time: buttons of the portal and hooks for tests.
 */
const ACTIONS: Record<string, (books: Books, id: string) => Subscription> = {
  cancel: (books, id) => books.cancelAtPeriodEnd(id, true),
  resume: (books, id) => books.cancelAtPeriodEnd(id, false),
  cancel_now: (books, id) => books.cancelNow(id),
  renew: (books, id) => books.renew(id, true),
  /** The next period begins and its payment fails. */
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
