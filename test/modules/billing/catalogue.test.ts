import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createBilling } from '#modules/billing';
import { ConfigError, completeConfig, parseSettings } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { stripeSettings } from './billing-stand.ts';

const { STRIPE_PRICE_PRO_MONTH: _m, STRIPE_PRICE_PRO_YEAR: _y, ...withoutPrices } = stripeSettings;

async function planFile(t: ExecutionContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-test-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'plans.json'), text);
  return join(folder, 'plans.json');
}

/** What a start with these settings says; null when it starts. */
function refusal(settings: Record<string, string>): string | null {
  const needed = { DATABASE_URL: 'postgres://nowhere', PLACARD_SECRET: TEST_SECRET };
  try {
    const config = completeConfig(parseSettings({ ...needed, ...settings }));
    createBilling({ config } as Parameters<typeof createBilling>[0]);
    return null;
  } catch (error) {
    if (error instanceof StartError || error instanceof ConfigError) return error.message;
    throw error;
  }
}

test('without a catalogue file the prices in the settings suffice', (t) => {
  t.is(refusal(stripeSettings), null);
  t.is(refusal({ BILLING: 'off' }), null);
});

test('every setting that BILLING=stripe lacks is named in one message', (t) => {
  const message = refusal({ BILLING: 'stripe' }) ?? '';
  const missing = ['SECRET_KEY', 'WEBHOOK_SECRET', 'PRICE_PRO_MONTH', 'PRICE_PRO_YEAR'];
  for (const name of missing) t.true(message.includes(`STRIPE_${name}: is not set`), message);
});

test('a catalogue file may omit whatever keeps its default, and may set the prices', async (t) => {
  const small = { free: { quotas: { pushes: 3 } }, pro: { prices: { month: 'price_a', year: 'price_b' } } };
  const PLANS_FILE = await planFile(t, JSON.stringify(small));
  t.is(refusal({ ...withoutPrices, PLANS_FILE }), null);
});

test('every error in a catalogue file is reported in one message, with its place', async (t) => {
  const wrong = {
    free: { quotas: { pushes: -1, faxes: 3 }, displays: 2.5, prices: { month: 'price_a' } },
    pro: { historyDays: 0, features: { ai_routing: 'yes' }, prices: { month: '' } },
    gold: {},
  };
  const PLANS_FILE = await planFile(t, JSON.stringify(wrong));
  const message = refusal({ ...stripeSettings, PLANS_FILE }) ?? '';
  const lines = message.split('\n').map((line) => line.replace(/^ {2}- /, ''));
  t.true(lines.shift()?.includes(PLANS_FILE));
  t.deepEqual(lines.sort(), [
    'The file: does not know gold.',
    'free.displays: must be a whole number, or null for no limit.',
    'free.quotas.pushes: must be at least 0, or null for no limit.',
    'free.quotas: does not know faxes.',
    'free: does not know prices.',
    'pro.features.ai_routing: must be true or false.',
    'pro.historyDays: must be at least 1, or null for no limit.',
    'pro.prices.month: must be a price id.',
  ]);
});

test('a catalogue file that is missing, is not JSON or is not an object is explained in a sentence', async (t) => {
  const refusalOf = (PLANS_FILE: string) => refusal({ ...stripeSettings, PLANS_FILE }) ?? '';
  t.regex(refusalOf('/nowhere/plans.json'), /no such file/);
  t.regex(refusalOf(await planFile(t, '{ "free": ')), /JSON/);
  t.regex(refusalOf(await planFile(t, '[]')), /The file: must be an object\./);
  t.regex(refusalOf(await planFile(t, '{ "free": 3 }')), /free: must be an object\./);
});

test('there must be two prices, in the settings or in the file', async (t) => {
  const empty = await planFile(t, '{}');
  const missing = refusal({ ...withoutPrices, PLANS_FILE: empty }) ?? '';
  t.regex(missing, /pro\.prices\.month: is not set, here or as STRIPE_PRICE_PRO_MONTH/);
  t.regex(missing, /pro\.prices\.year: is not set/);
  const same = await planFile(t, '{ "pro": { "prices": { "year": "price_month" } } }');
  t.regex(refusal({ ...stripeSettings, PLANS_FILE: same }) ?? '', /two prices/);
});
