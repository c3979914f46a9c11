import test from 'ava';
import { newId } from '#shared/ids.ts';
import { type BillingStand, startBilling } from '../billing-stand.ts';

const none = { quotas: { pushes: 0 } };
let stand: BillingStand;
test.before(async () => {
  stand = await startBilling({ free: none, pro: none });
});
test.after.always(() => stand.close());

interface Period {
  interval?: 'month' | 'year';
  from: string;
  to: string;
}

/** When the quota is full again, asked at `now`. */
async function resetAt(now: string, period?: Period): Promise<unknown> {
  const userId = await stand.addUser();
  if (period) {
    const { interval = 'month', from, to } = period;
    await stand.subscribe(userId, { interval, current_period_start: from, current_period_end: to });
  }
  stand.setClock(now);
  return (await stand.reserve(userId, newId()))?.details.resetAt;
}

// One after the other, because they share the clock.
test.serial('on free: the calendar month in UTC', async (t) => {
  const cases = [
    ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    // Already the next month there, not here.
    ['2027-01-31T23:30:00.000-01:00', '2027-03-01T00:00:00.000Z'],
  ] as const;
  for (const [now, expected] of cases) t.is(await resetAt(now), expected, now);
});

test.serial('on pro, by the month: the billing period, to the millisecond', async (t) => {
  const period = { from: '2027-01-31T09:30:00.000Z', to: '2027-02-28T09:30:00.000Z' };
  t.is(await resetAt('2027-01-31T09:30:00.000Z', period), period.to);
  t.is(await resetAt('2027-02-28T09:29:59.999Z', period), period.to);
  // The provider's clock may be ahead of ours.
  t.is(await resetAt('2027-01-31T09:29:59.000Z', period), period.to);
});

test.serial(
  'after the end of a period, windows continue by months until the next period is known',
  async (t) => {
    const period = { from: '2027-01-31T09:30:00.000Z', to: '2027-02-28T09:30:00.000Z' };
    t.is(await resetAt('2027-02-28T09:30:00.000Z', period), '2027-03-31T09:30:00.000Z');
    t.is(await resetAt('2027-04-01T00:00:00.000Z', period), '2027-04-30T09:30:00.000Z');
    const next = { from: '2027-02-28T09:30:00.000Z', to: '2027-03-31T09:30:00.000Z' };
    t.is(await resetAt('2027-02-28T09:30:00.000Z', next), next.to, 'the same window as before it was known');
  },
);

test.serial('on pro, paid by the year: its months, never beyond its end', async (t) => {
  const year = 'year' as const;
  const leap = { interval: year, from: '2027-08-31T06:00:00.000Z', to: '2028-08-31T06:00:00.000Z' };
  const cases = [
    ['2027-08-31T06:00:00.000Z', '2027-09-30T06:00:00.000Z'],
    ['2027-09-30T06:00:00.000Z', '2027-10-31T06:00:00.000Z'],
    ['2028-02-29T05:59:59.999Z', '2028-02-29T06:00:00.000Z'],
    ['2028-02-29T06:00:00.000Z', '2028-03-31T06:00:00.000Z'],
    ['2028-08-30T00:00:00.000Z', '2028-08-31T06:00:00.000Z'],
  ] as const;
  for (const [now, expected] of cases) t.is(await resetAt(now, leap), expected, now);

  const fromLeapDay = { interval: year, from: '2028-02-29T00:00:00.000Z', to: '2029-02-28T00:00:00.000Z' };
  t.is(await resetAt('2028-03-01T00:00:00.000Z', fromLeapDay), '2028-03-29T00:00:00.000Z');
  t.is(await resetAt('2029-01-29T00:00:00.000Z', fromLeapDay), '2029-02-28T00:00:00.000Z');
  const toLeapDay = { interval: year, from: '2027-02-28T00:00:00.000Z', to: '2028-02-29T00:00:00.000Z' };
  t.is(await resetAt('2027-03-15T00:00:00.000Z', toLeapDay), '2027-03-29T00:00:00.000Z');

  const cutShort = { interval: year, from: '2027-01-10T00:00:00.000Z', to: '2027-04-01T00:00:00.000Z' };
  t.is(await resetAt('2027-03-20T00:00:00.000Z', cutShort), '2027-04-01T00:00:00.000Z');
});

test.serial('a new window or plan begins with no unit used', async (t) => {
  const own = await startBilling({ free: { quotas: { pushes: 1 } }, pro: { quotas: { pushes: 2 } } });
  t.teardown(() => own.close());
  const userId = await own.addUser();
  const outcomes = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => own.reserve(userId, newId()))).then(
      (refusals) => refusals.filter((refusal) => refusal === null).length,
    );
  own.setClock('2026-11-22T10:00:00.000Z');
  t.is(await outcomes(3), 1);
  await own.subscribe(userId);
  t.is(await outcomes(3), 2, 'who has just paid starts anew');
  await own.subscribe(userId, { status: 'canceled' });
  t.is(await outcomes(3), 0, 'back on free, in the same month');
  own.setClock('2026-12-01T00:00:00.000Z');
  t.is(await outcomes(3), 1);
});
