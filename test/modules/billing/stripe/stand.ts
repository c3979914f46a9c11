import type { Db } from '#shared/db/open.ts';
import { register, type TestAccount } from '#test/modules/identity/accounts/account.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { type StripeStandIn, standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { until } from '#test/support/until.ts';

export const CHECKOUT = '/api/app/v1/billing/checkout';
export const PORTAL = '/api/app/v1/billing/portal';
export const WEBHOOK = '/billing/webhook/stripe';

export interface StripeStand {
  standIn: StripeStandIn;
  app: TestApp;
  client: Client;
  db: Db;
  join(): Promise<TestAccount>;
  /** Where a checkout for a plan leads. */
  checkout(account: TestAccount, interval?: 'month' | 'year'): Promise<string>;
  /** Subscribes through checkout and waits for the plan. Returns the subscription's id at Stripe. */
  subscribe(account: TestAccount): Promise<string>;
  /** Until the profile's subscription is like this. */
  shown(account: TestAccount, wanted: Record<string, unknown> | null): Promise<void>;
  /** Until every event that was received has been handled. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The whole application with its worker, paying at a stand-in whose calls take a moment. */
export async function startStripe(settings: Record<string, string> = {}): Promise<StripeStand> {
  const standIn = await startStripeStandIn({ retryMs: 100, latencyMs: 20 });
  const app = await startTestApp({
    worker: true,
    settings: { ...standInSettings(standIn.url), ...settings },
  });
  standIn.webhooks.options.url = app.url + WEBHOOK;
  const client = createClient(app);
  const { db } = app.app;
  const stand: StripeStand = {
    ...{ standIn, app, client, db },
    join: () => register(client),
    async checkout(account, interval = 'month') {
      const { status, body, text } = await account.client.post(CHECKOUT, { body: { plan: 'pro', interval } });
      if (status !== 200) throw new Error(text);
      return body.url;
    },
    async subscribe(account) {
      const { id } = standIn.books.pay(sessionOf(await stand.checkout(account)));
      await stand.shown(account, { status: 'active', plan: 'pro' });
      return id;
    },
    async shown(account, wanted) {
      await until(`a subscription ${JSON.stringify(wanted)}`, async () => {
        const { subscription } = (await account.client.get('/auth/me')).body;
        if (wanted === null || subscription === null) return wanted === subscription;
        return Object.entries(wanted).every(([name, value]) => subscription[name] === value);
      });
    },
    async settled() {
      const waiting = () => db('billing.stripe_events').whereNull('handled_at').first();
      await until('all events to be handled', async () => !(await waiting()));
    },
    async close() {
      await app.close();
      await standIn.close();
    },
  };
  return stand;
}

/** The session whose page this is. */
export function sessionOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}
