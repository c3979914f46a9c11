import { type StripeStand, startStripe, WEBHOOK } from '#test/modules/billing/stripe/stand.ts';
import { sign } from '#test/support/stripe-stand-in/webhooks.ts';
import { STAND_IN_WEBHOOK_SECRET } from '#test/support/stripe-stand-in.ts';
import { until } from '#test/support/until.ts';
import type { Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

const CUSTOMERS = 25;
const EVENTS = 2000;
const COPIES = 5;
const PARALLEL = 16;

/**
 * Sends 10,000 deliveries to one webhook endpoint: each event of a busy time five times, in random order, sixteen at
 * once. Checks that each event led to one job, and that each customer has the state at Stripe.
 */
export async function benchWebhooks(): Promise<Row[]> {
  const stand = await startStripe();
  try {
    const { accounts, payloads } = await makeEvents(stand);
    const deliveries = shuffled(Array.from({ length: COPIES }, () => payloads).flat());
    const begin = performance.now();
    const times = await deliver(stand.app.url + WEBHOOK, deliveries);
    const taken = (performance.now() - begin) / 1000;
    const isDone = async () => (await jobsOf(stand)).done >= payloads.length;
    await until('all jobs', isDone, { deadlineMs: 600_000 });
    await stand.settled();
    const { sent, events } = await jobsOf(stand);
    const wrong = await countWrong(stand, accounts);
    const title = `${deliveries.length} deliveries of ${payloads.length} events`;
    return [
      single(`${title}: effects too many`, 'jobs', sent - events, 0),
      single(`${title}: events without effect`, 'events', payloads.length - events, 0),
      single(`${title}: customers whose state is not Stripe's`, 'customers', wrong, 0),
      single(`${title}: taken in`, 'a second', deliveries.length / taken, null),
      single(`${title}: answered, p99`, 'ms', percentile(times, 0.99), null),
    ];
  } finally {
    await stand.close();
  }
}

/**
 * Subscribes all users, then lets payments fail and succeed until there are enough events. Sends none of them yet.
 */
async function makeEvents(stand: StripeStand) {
  const { books, webhooks } = stand.standIn;
  const accounts = new Map<string, string>();
  for (let n = 0; n < CUSTOMERS; n++) {
    const account = await stand.join();
    accounts.set(account.userId, await stand.subscribe(account));
  }
  await stand.settled();
  await stand.db('pgboss.job').where({ name: 'billing.sync-customer' }).delete();
  webhooks.travelAs({ twice: false, shuffled: false, held: true });
  const from = webhooks.sent.length;
  const sent = () =>
    webhooks.sent.slice(from).filter(({ type }) => /^customer\.subscription|^invoice\.pa/.test(type));
  for (let round = 0; sent().length < EVENTS; round++) {
    for (const id of accounts.values()) {
      books.renew(id, false);
      if (round % 3 > 0) books.recover(id);
      books.cancelAtPeriodEnd(id, round % 2 === 0);
    }
  }
  const payloads = sent()
    .slice(-EVENTS)
    .map((event) => JSON.stringify(event, null, 2));
  return { accounts, payloads };
}

/** Milliseconds of each response. @throws when one is an error */
async function deliver(url: string, payloads: string[]): Promise<number[]> {
  const times: number[] = [];
  const waiting = [...payloads];
  const deliverer = async () => {
    for (let payload = waiting.pop(); payload; payload = waiting.pop()) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': sign(payload, STAND_IN_WEBHOOK_SECRET),
      };
      const begin = performance.now();
      const response = await fetch(url, { method: 'POST', headers, body: payload });
      await response.arrayBuffer();
      times.push(performance.now() - begin);
      if (!response.ok) throw new Error(`a delivery was answered with ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, deliverer));
  return times;
}

/** Counts the jobs of events, the finished ones, and the events that they are for. */
async function jobsOf({ db }: StripeStand) {
  const [row] = await db('pgboss.job')
    .where({ name: 'billing.sync-customer' })
    .whereRaw(`data ->> 'eventId' is not null`)
    .select<{ sent: number; done: number; events: number }[]>(
      db.raw(`count(*) as sent, count(*) filter (where state = 'completed') as done,
        count(distinct data ->> 'eventId') as events`),
    );
  return row ?? { sent: 0, done: 0, events: 0 };
}

async function countWrong({ db, standIn }: StripeStand, accounts: Map<string, string>): Promise<number> {
  let wrong = 0;
  for (const [userId, id] of accounts) {
    const { status, cancel_at_period_end: cancels, items } = standIn.books.subscription(id);
    const stored = await db('billing.subscriptions').where({ user_id: userId }).first();
    const end = (items.data[0]?.current_period_end ?? 0) * 1000;
    const same =
      stored?.status === status &&
      stored.cancel_at_period_end === cancels &&
      stored.current_period_end.getTime() === end;
    if (!same) wrong += 1;
  }
  return wrong;
}

/** The shuffle of Fisher and Yates with Lehmer's generator: the same order in every run. */
function shuffled<T>(items: T[]): T[] {
  let state = 10_000;
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

if (import.meta.main) {
  for (const { name, ours, unit, goal } of await benchWebhooks())
    console.log(`${name}: ${ours.toFixed(2)} ${unit}${goal === null ? '' : ` (goal ${goal})`}`);
}
