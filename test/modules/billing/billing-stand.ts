import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Billing, createBilling, type Quota } from '#modules/billing';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { startJobs } from '#shared/jobs/jobs.ts';
import { createLog } from '#shared/log.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

/** What BILLING=stripe needs. Nothing listens at this address. */
export const stripeSettings = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_placard',
  STRIPE_WEBHOOK_SECRET: 'whsec_placard',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  STRIPE_PRICE_PRO_MONTH: 'price_month',
  STRIPE_PRICE_PRO_YEAR: 'price_year',
};

export interface BillingStand {
  billing: Billing;
  db: Db;
  databaseUrl: string;
  setClock(time: string): void;
  addUser(): Promise<string>;
  /** As if it had been read from Stripe. Over what the user had before. */
  subscribe(userId: string, fields?: Record<string, unknown>): Promise<void>;
  /** In a transaction of its own: null, or the refusal. */
  reserve(userId: string, subjectId: string, quota?: Quota): Promise<AppError | null>;
  used(userId: string, quota?: Quota): Promise<number>;
  close(): Promise<void>;
}

/** The billing module alone, on a database of its own, with a clock that stands where it is set and `plans` as PLANS_FILE. */
export async function startBilling(
  plans: object = {},
  settings: Record<string, string> = {},
): Promise<BillingStand> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'placard-test-'));
  const PLANS_FILE = join(folder, 'plans.json');
  await writeFile(PLANS_FILE, JSON.stringify(plans));
  const config = completeConfig(
    parseSettings({
      ...stripeSettings,
      ...settings,
      ...{ PLANS_FILE, DATABASE_URL: database.url, PLACARD_SECRET: TEST_SECRET, DATA_DIR: folder },
    }),
  );
  let now = new Date('2026-11-22T10:00:00.000Z');
  const db = openDb(database.url, 'placard-test', 20);
  const log = createLog('test', 'silent');
  const jobs = await startJobs({ url: database.url, applicationName: 'placard-test', log, worker: false });
  const clock = { now: () => now };
  const billing = createBilling({ db, clock, config, log, jobs, displaysHeld: async () => 0 });
  return {
    billing,
    db,
    databaseUrl: database.url,
    setClock(time) {
      now = new Date(time);
    },
    async addUser() {
      const id = newId();
      const name = id.slice(-12);
      await db('identity.users').insert({
        id,
        ...{ email: `${name}@example.org`, email_key: `${name}@example.org` },
        ...{ username: name, username_key: name, created_at: now, updated_at: now },
      });
      return id;
    },
    async subscribe(userId, fields = {}) {
      await db('billing.subscriptions')
        .insert({
          ...{ user_id: userId, stripe_subscription_id: `sub_${userId}`, status: 'active', plan: 'pro' },
          ...{ interval: 'month', current_period_start: now, cancel_at_period_end: false },
          current_period_end: new Date(now.getTime() + 30 * 86_400_000),
          ...{ past_due_since: null, sync_ticket: 1, updated_at: now },
          ...fields,
        })
        .onConflict('user_id')
        .merge();
    },
    reserve: (userId, subjectId, quota = 'pushes') =>
      refusalOf(inTransaction(db, (trx) => billing.reserve(trx, userId, quota, subjectId))),
    async used(userId, quota = 'pushes') {
      const [row] = await db('billing.counters').where({ user_id: userId, quota }).sum({ used: 'used' });
      return Number(row?.used ?? 0);
    },
    async close() {
      await jobs.close();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Null when the call was allowed. */
export async function refusalOf(call: Promise<unknown>): Promise<AppError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
