import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { newId } from '#shared/ids.ts';
import { type ApiResponse, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { type Processes, startProcesses } from '#test/support/processes.ts';
import { type StripeStandIn, standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { until } from '#test/support/until.ts';

const SDK = '/api/sdk/v1';
const APP = '/api/app/v1';
const PLANS = {
  free: { quotas: { pushes: 2, ai_analyses: 0 }, displays: 1 },
  pro: { quotas: { pushes: 8, ai_analyses: 1 }, displays: 2 },
};

let standIn: StripeStandIn;
let processes: Processes;
let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-plans-'));
  const PLANS_FILE = join(folder, 'plans.json');
  await writeFile(PLANS_FILE, JSON.stringify(PLANS));
  standIn = await startStripeStandIn({ retryMs: 100 });
  processes = await startProcesses({
    ...standInSettings(standIn.url),
    ...{ PLANS_FILE, STRIPE_TIMEOUT_SECONDS: '6' },
  });
  standIn.webhooks.options.url = `${processes.url}/billing/webhook/stripe`;
});
test.after.always(async () => {
  await processes?.close();
  await standIn?.close();
  await rm(folder, { recursive: true, force: true });
});

const client = () => createClient({ url: processes.url, surfaces: [] });

/** What a refusal says. */
const refusal = ({ status, body }: ApiResponse) => ({
  ...body.error?.details,
  answer: `${status} ${body.error?.code}`,
});

/** Presses a button on a page of the stand-in, as the person would. */
async function press(url: string, fields: Record<string, string> = {}): Promise<void> {
  const { status } = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  if (status !== 303) throw new Error(`the page returned ${status}`);
}

/** Submits a text for the planner to lay out. */
const submit = ({ sdk }: Person) =>
  sdk.post(`${SDK}/contents`, {
    key: newId(),
    body: { mode: 'auto', assets: [{ type: 'text', text: 'The ferry leaves at nine.' }] },
  });

const standing = async ({ app }: Person) => (await app.get(`${APP}/billing`)).body;

async function onPlan(person: Person, plan: string, status: string): Promise<void> {
  await until(`the plan ${plan}, ${status}`, async () => {
    const now = await standing(person);
    return now.plan === plan && now.status === status;
  });
}

async function pay(t: ExecutionContext, person: Person): Promise<string> {
  const body = { plan: 'pro', interval: 'month' };
  const { status, body: checkout, text } = await person.app.post(`${APP}/billing/checkout`, { body });
  t.is(status, 200, text);
  t.regex(await (await fetch(checkout.url)).text(), /<button>Pay<\/button>/);
  await press(checkout.url);
  await onPlan(person, 'pro', 'active');
  const { id } = (await person.app.get('/auth/me')).body;
  const paid = [...standIn.books.subscriptions.values()].find(({ metadata }) => metadata.userId === id);
  return paid?.id ?? '';
}

test.serial(
  'a user exhausts the free plan, pays, goes on, fails a payment, recovers, and deletes the account',
  async (t) => {
    const person = await registerPerson(client(), processes.url);
    const { panel, displayId } = await person.panel();
    t.teardown(() => panel.cutPower());
    const picture = { bytes: await photographPng(320, 200), contentType: 'image/png' };
    const push = async () => {
      const { presentationIds } = await person.settled(await person.push(picture, { displayId }));
      await panel.confirmed(presentationIds[0]);
    };

    const free = await standing(person);
    t.like(free, { plan: 'free', status: null, subscription: null, features: { ai_routing: false } });
    await push();
    await push();
    const [pushes] = (await standing(person)).quotas;
    t.like(pushes, { quota: 'pushes', used: 2, limit: 2 });

    t.deepEqual(refusal(await person.create(picture, { displayId })), {
      ...{ answer: '429 quota_exceeded', quota: 'pushes', limit: 2, used: 2 },
      ...{ resetAt: pushes.resetAt, currentTier: 'free' },
    });
    t.deepEqual(refusal(await submit(person)), {
      ...{ answer: '403 plan_upgrade_required', feature: 'ai_routing' },
      ...{ requiredTier: 'pro', currentTier: 'free', status: null },
    });
    const second = await client().post('/api/device/v1/enroll', { body: { hardwareId: `hw-${newId()}` } });
    const claim = { body: { code: second.body.claim.code } };
    t.like(refusal(await person.app.post(`${APP}/displays/claim`, claim)), {
      ...{ answer: '403 plan_upgrade_required', feature: 'displays' },
      ...{ requiredTier: 'pro', currentTier: 'free' },
    });

    const subscription = await pay(t, person);
    t.like(await standing(person), { features: { ai_routing: true }, subscription: { interval: 'month' } });
    t.is((await person.app.post(`${APP}/displays/claim`, claim)).status, 201);
    await push();
    const planned = await submit(person);
    t.is(planned.status, 201, planned.text);

    const { url } = (await person.app.post(`${APP}/billing/portal`)).body;
    await press(url, { subscription, action: 'fail' });
    await onPlan(person, 'pro', 'past_due');
    t.like(refusal(await person.create(picture, { displayId })), {
      answer: '402 payment_required',
      status: 'past_due',
    });

    await press(url, { subscription, action: 'recover' });
    await onPlan(person, 'pro', 'active');
    await push();

    const customer = standIn.books.subscription(subscription).customer;
    const body = { confirm: true, password: 'correct horse' };
    t.is((await person.app.delete('/auth/account', { body })).status, 204);
    t.is(standIn.books.subscription(subscription).status, 'canceled');
    await until('the customer to be gone', () => standIn.books.deletedCustomers.has(customer));
    const traces = await processes.db.raw(`select (select count(*) from billing.customers) as customers,
    (select count(*) from billing.subscriptions) as subscriptions, (select count(*) from billing.movements) as movements`);
    t.deepEqual(traces.rows, [{ customers: 0, subscriptions: 0, movements: 0 }]);
  },
);

test.serial(
  'while Stripe is unavailable checkout and deletion are refused, and later events are processed',
  async (t) => {
    const [payer, other] = (await Promise.all([1, 2].map(() => registerPerson(client(), processes.url)))) as [
      Person,
      Person,
    ];
    const subscription = await pay(t, payer);
    for (const mood of ['down', 'slow', 'broken'] as const) {
      standIn.mood = mood;
      const body = { plan: 'pro', interval: 'year' };
      t.like(refusal(await other.app.post(`${APP}/billing/checkout`, { body })), {
        answer: '503 processing_unavailable',
      });
      const confirm = { confirm: true, password: 'correct horse' };
      t.is((await payer.app.delete('/auth/account', { body: confirm })).status, 500);
      t.is((await payer.app.get('/auth/me')).body.subscription.status, 'active');
    }
    standIn.books.renew(subscription, false);
    await until(
      'two events that wait',
      async () => (await processes.db('billing.stripe_events').whereNull('handled_at')).length === 2,
    );
    standIn.mood = 'good';
    await onPlan(payer, 'pro', 'past_due');
  },
);

test.serial('while the api is unavailable Stripe delivers again until it responds', async (t) => {
  const person = await registerPerson(client(), processes.url);
  const subscription = await pay(t, person);
  await processes.kill('api');
  standIn.books.renew(subscription, false);
  await processes.start('api');
  await onPlan(person, 'pro', 'past_due');
  t.pass();
});

test.serial(
  'several workers and repeated events in any order lead to one customer and one subscription',
  async (t) => {
    await processes.start('worker');
    standIn.webhooks.travelAs({ twice: true, shuffled: true, held: false });
    const person = await registerPerson(client(), processes.url);
    const body = { plan: 'pro', interval: 'month' };
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => person.app.post(`${APP}/billing/checkout`, { body })),
    );
    t.is(new Set(responses.map(({ body: { url } }) => url)).size, 1);
    await press(responses[0]?.body.url);
    await onPlan(person, 'pro', 'active');
    const { id } = (await person.app.get('/auth/me')).body;
    t.is([...standIn.books.customers.values()].filter(({ metadata }) => metadata.userId === id).length, 1);
  },
);
