import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quota } from '#modules/billing';
import type { Db } from '#shared/db/open.ts';
import { stripeSettings } from '#test/modules/billing/billing-stand.ts';

/** Settings that enable plans. Fields that `plans` leaves out have their defaults. */
export function planSettings(plans: object): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-plans-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const PLANS_FILE = join(folder, 'plans.json');
  writeFileSync(PLANS_FILE, JSON.stringify(plans));
  return { ...stripeSettings, PLANS_FILE };
}

/** Stores a subscription to `pro` as if it had been read from Stripe, in place of an earlier one. */
export async function subscribe(db: Db, userId: string, status = 'active'): Promise<void> {
  const now = Date.now();
  const day = 86_400_000;
  await db('billing.subscriptions')
    .insert({
      ...{ user_id: userId, stripe_subscription_id: `sub_${userId}`, status, plan: 'pro', interval: 'month' },
      ...{ current_period_start: new Date(now - day), current_period_end: new Date(now + 29 * day) },
      ...{ cancel_at_period_end: false, sync_ticket: 1, updated_at: new Date(now) },
    })
    .onConflict('user_id')
    .merge();
}

export interface Units {
  reserved: number;
  settled: number;
  returned: number;
}

/**
 * A user's units of a quota by their state.
 * @throws when reservations, movements and counters disagree
 */
export async function unitsOf(db: Db, userId: string, quota: Quota): Promise<Units> {
  const rows = await db('billing.reservations').where({ user_id: userId, quota }).pluck<string[]>('state');
  const count = (state: string) => rows.filter((one) => one === state).length;
  const units = { reserved: count('reserved'), settled: count('settled'), returned: count('returned') };
  const [counted] = await db('billing.counters').where({ user_id: userId, quota }).sum({ sum: 'used' });
  const [moved] = await db('billing.movements').where({ user_id: userId, quota }).sum({ sum: 'units' });
  const sums = [units.reserved + units.settled, Number(counted?.sum ?? 0), Number(moved?.sum ?? 0)];
  if (new Set(sums).size > 1) throw new Error(`units do not add up: ${sums}`);
  return units;
}
