import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type ApiResponse, type Client, createClient } from '#test/support/client.ts';
import { registerPerson } from '#test/support/person.ts';
import { planSettings, subscribe } from '#test/support/plans.ts';
import { type Furnished, furnish } from './furnished.ts';

/** The tables of errors, limits and headers of the facade's specification, a test a row. */

let app: TestApp;
let owner: Furnished;
let other: Furnished;
/** An installation with plans, and who is on the lowest. */
let hosted: TestApp;
let subscriber: Subscriber;
test.before(async () => {
  app = await startTestApp({ worker: true });
  owner = await furnish(app);
  other = await furnish(app);
  hosted = await startTestApp({ settings: planSettings({ free: { quotas: { pushes: 0 } } }) });
  subscriber = await newSubscriber();
});
test.after.always(async () => {
  await app?.close();
  await hosted?.close();
});

const SDK = '/api/sdk/v1';
const note = { type: 'text', text: 'x' };
const image = (sizeBytes: number) => ({
  type: 'image',
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes,
});
const get = (path: string) => owner.sdk.get(SDK + path);
const post = (path: string, body?: unknown, key: string = randomUUID()) =>
  owner.sdk.post(SDK + path, { body, key });
const create = (body: object, key?: string) => post('/contents', body, key);
const analyse = (body: object) => post('/analyses', body);

/** A user without a display. */
async function stranger() {
  return (await registerPerson(createClient(app), app.url)).sdk;
}

async function panelOf(size: object): Promise<string> {
  const body = { hardwareId: `hw-${randomUUID()}`, ...size };
  const { code } = (await createClient(app).post('/api/device/v1/enroll', { body })).body.claim;
  return (await owner.app.post('/api/app/v1/displays/claim', { body: { code } })).body.id;
}

interface Subscriber {
  sdk: Client;
  userId: string;
  displayId: string;
}

async function newSubscriber(): Promise<Subscriber> {
  const client = createClient(hosted);
  const { app, sdk, claim } = await registerPerson(client, hosted.url);
  const enrolled = await client.post('/api/device/v1/enroll', { body: { hardwareId: `hw-${randomUUID()}` } });
  const displayId = await claim(enrolled.body.claim.code);
  return { sdk, displayId, userId: (await app.get('/auth/me')).body.id };
}

const submit = ({ sdk }: Subscriber, body: object) =>
  sdk.post(`${SDK}/contents`, { body, key: randomUUID() });

const ERRORS: [row: string, provoke: () => Promise<ApiResponse>][] = [
  ['400 invalid_request: malformed body', () => create({ assets: 'none' })],
  ['400 invalid_request: out-of-range parameter', () => get('/displays?limit=51')],
  [
    '400 invalid_request: missing Idempotency-Key',
    () => owner.sdk.post(`${SDK}/contents`, { body: { assets: [note] } }),
  ],
  ['400 invalid_request: unknown enum value', () => create({ mode: 'magic', assets: [note] })],
  ['400 invalid_request: unknown endpoint', () => get('/nothing')],
  ['400 invalid_request: non-UUID id', () => get('/contents/first')],
  ['400 invalid_request: invalid cursor', () => get('/contents?cursor=x')],
  [
    '400 invalid_asset: unrecognised contentType',
    () => create({ assets: [{ ...image(1), contentType: 'image/tiff' }] }),
  ],
  [
    '400 invalid_asset: a direct Analysis over what is not exactly one PNG or JPEG',
    () => analyse({ mode: 'direct', contentIds: [owner.noteId], target: { displayId: owner.displayId } }),
  ],
  ['401 authentication_failed: token missing', () => createClient(app).get(`${SDK}/displays`)],
  [
    '402 payment_required: subscription exists but billing failed',
    async () => {
      const behind = await newSubscriber();
      await subscribe(hosted.app.db, behind.userId, 'unpaid');
      return submit(behind, { mode: 'auto', assets: [note] });
    },
  ],
  [
    '403 plan_upgrade_required: plan lacks the feature',
    () => submit(subscriber, { mode: 'auto', output: {}, assets: [note] }),
  ],
  ['403 access_denied: resource belongs to another user', () => get(`/displays/${other.displayId}`)],
  ['404 display_not_found: unknown id', () => get(`/displays/${randomUUID()}`)],
  ['404 content_not_found: unknown id', () => get(`/contents/${randomUUID()}`)],
  ["404 content_not_found: someone else's", () => get(`/contents/${other.contentId}`)],
  ['404 presentation_not_found: unknown id', () => get(`/presentations/${randomUUID()}`)],
  ["404 presentation_not_found: someone else's", () => get(`/presentations/${other.presentationId}`)],
  ['404 analysis_not_found: unknown id', () => get('/analyses/none')],
  [
    '409 idempotency_conflict: key reused with a different body',
    async () => {
      const key = randomUUID();
      await create({ assets: [note] }, key);
      return create({ assets: [note, note] }, key);
    },
  ],
  [
    '409 invalid_state: identical request in flight',
    async () => {
      const key = randomUUID();
      await create({ assets: [note] }, key);
      await app.app.db('platform.idempotency_keys').where({ key }).update({ status: null, response: null });
      return create({ assets: [note] }, key);
    },
  ],
  [
    '409 invalid_state: the resource cannot do this now',
    () => post(`/contents/${owner.contentId}/upload-tickets`, { assetIndexes: [0] }),
  ],
  [
    '409 asset_not_uploaded: analyzed Content still has missing assets',
    () => analyse({ contentIds: [owner.pendingId] }),
  ],
  [
    '409 presentation_not_deliverable: Presentation cannot go on that panel',
    () => post(`/displays/${owner.displayId}/current`, { presentationId: owner.targetlessId }),
  ],
  [
    '413 asset_too_large: an asset exceeds the size limit',
    () => create({ assets: [image(10 * 1024 * 1024 + 1)] }),
  ],
  [
    '422 no_compatible_display: targetless Analysis and no usable Display on the account',
    async () => {
      const sdk = await stranger();
      const { content } = (await sdk.post(`${SDK}/contents`, { body: { assets: [note] }, key: randomUUID() }))
        .body;
      return sdk.post(`${SDK}/analyses`, { body: { contentIds: [content.id] }, key: randomUUID() });
    },
  ],
  [
    '422 display_incompatible: named Display has no usable geometry',
    async () =>
      analyse({
        contentIds: [owner.noteId],
        target: { displayId: await panelOf({ width: 600, height: 400 }) },
      }),
  ],
];

for (const [row, provoke] of ERRORS) {
  test(`errors: ${row}`, async (t) => {
    const { status, body, headers } = await provoke();
    t.is(`${status} ${body.error.code}`, row.split(':')[0]!);
    t.is(body.error.requestId, headers.get('x-request-id'));
  });
}

test('errors: 403 plan_upgrade_required names feature and plans', async (t) => {
  const { body } = await submit(subscriber, { mode: 'auto', output: {}, assets: [note] });
  t.deepEqual(body.error.details, {
    ...{ feature: 'ai_routing', requiredTier: 'pro', currentTier: 'free', status: null },
  });
});

test('errors: 429 quota_exceeded names quota, numbers and the reset, and has no Retry-After', async (t) => {
  const { displayId } = subscriber;
  const { status, headers, body } = await submit(subscriber, {
    mode: 'hardcode',
    displayId,
    assets: [image(5)],
  });
  t.is(`${status} ${body.error.code}`, '429 quota_exceeded');
  const { resetAt, ...details } = body.error.details;
  t.deepEqual(details, { quota: 'pushes', limit: 0, used: 0, currentTier: 'free' });
  const days = (Date.parse(resetAt) - Date.now()) / 86_400_000;
  t.true(days > 0 && days <= 31 && /-01T00:00:00\.000Z$/.test(resetAt), resetAt);
  t.is(headers.get('retry-after'), null, 'it does not pass by waiting');
});

test('limits: storing uses no unit of the plan', async (t) => {
  t.is((await submit(subscriber, { assets: [note] })).status, 201);
  t.deepEqual(await hosted.app.db('billing.reservations'), []);
});

test('errors: 404 archive_not_found: Analysis has no run archive', async (t) => {
  const id = randomUUID();
  const { user_id } = await app.app.db('library.analyses').where({ id: owner.analysisId }).first('user_id');
  const now = new Date();
  const row = {
    id,
    user_id,
    mode: 'ai',
    trigger: 'api',
    context: 'submitted',
    created_at: now,
    updated_at: now,
  };
  // Far in the future, so that no worker takes it.
  const lease = { state: 'running', lease_id: randomUUID(), lease_until: new Date(Date.now() + 3_600_000) };
  await app.app.db('library.analyses').insert({ ...row, ...lease });
  const { status, body } = await get(`/analyses/${id}/archive`);
  t.is(`${status} ${body.error.code}`, '404 archive_not_found');
});

test('errors: 409 presentation_not_deliverable names display, presentation and reason', async (t) => {
  const { displayId, targetlessId } = owner;
  const { body } = await post(`/displays/${displayId}/current`, { presentationId: targetlessId });
  t.deepEqual(body.error.details, { displayId, presentationId: targetlessId, reason: 'targetless' });
});

test('errors: 429 rate_limited, with Retry-After; 500 internal_error; 503 processing_unavailable', async (t) => {
  const strict = await startTestApp({
    settings: { RATE_LIMITS: 'on', RATE_CREATE_PER_MINUTE: '2', STORAGE_MAX_BYTES_PER_USER: '10' },
  });
  t.teardown(() => strict.close());
  const { sdk } = await registerPerson(createClient(strict), strict.url);
  const attempt = (asset: object) =>
    sdk.post(`${SDK}/contents`, { body: { assets: [asset] }, key: randomUUID() });
  const full = await attempt(image(11));
  t.is(`${full.status} ${full.body.error.code}`, '503 processing_unavailable');
  await strict.app.db.raw('alter table library.contents rename to contents_away');
  const broken = await attempt(note);
  t.is(`${broken.status} ${broken.body.error.code}`, '500 internal_error');
  t.notRegex(broken.text, /contents_away|relation|library\./);
  const third = await attempt(note);
  t.is(`${third.status} ${third.body.error.code}`, '429 rate_limited');
  t.true(Number(third.headers.get('retry-after')) >= 1);
});

test('limits: binary asset size, assets per request', async (t) => {
  t.is((await create({ assets: [image(10 * 1024 * 1024)] })).status, 201);
  t.is((await create({ assets: Array(50).fill(note) })).status, 201);
  t.is((await create({ assets: Array(51).fill(note) })).body.error.code, 'invalid_request');
});

test('limits: Idempotency-Key length and retention', async (t) => {
  for (const [key, status] of [
    ['1234567', 400],
    ['12345678', 201],
    ['k'.repeat(128), 201],
    ['k'.repeat(129), 400],
  ] as const)
    t.is((await create({ assets: [note] }, key)).status, status, key);
  const key = randomUUID();
  const before = Date.now();
  await create({ assets: [note] }, key);
  const { expires_at } = await app.app.db('platform.idempotency_keys').where({ key }).first('expires_at');
  t.true(Math.abs(expires_at.getTime() - before - 24 * 3_600_000) < 60_000);
});

test('limits: list page size, default 20, maximum 50', async (t) => {
  const sdk = await stranger();
  for (let i = 0; i < 21; i++)
    await sdk.post(`${SDK}/contents`, { body: { assets: [note] }, key: randomUUID() });
  t.is((await sdk.get(`${SDK}/contents`)).body.items.length, 20);
  t.is((await sdk.get(`${SDK}/contents?limit=50`)).body.items.length, 21);
  for (const path of [
    '/displays',
    '/contents',
    '/presentations',
    '/analyses',
    `/displays/${owner.displayId}/queue`,
  ])
    for (const limit of [0, 51]) t.is((await get(`${path}?limit=${limit}`)).status, 400, path);
});

test('limits: event page size 1 to 200, default 50', async (t) => {
  const path = `/analyses/${owner.analysisId}/events`;
  for (const [limit, status] of [
    [0, 400],
    [1, 200],
    [200, 200],
    [201, 400],
  ] as const)
    t.is((await get(`${path}?limit=${limit}`)).status, status, String(limit));
});

test('limits: signed preview URL life', async (t) => {
  const { image } = (await get(`/presentations/${owner.presentationId}`)).body;
  t.true(Math.abs(Date.parse(image.expiresAt) - Date.now() - 900_000) < 60_000);
});

test('limits: display capabilities', async (t) => {
  t.like((await get(`/displays/${owner.displayId}`)).body.capabilities, {
    pixelWidth: 800,
    pixelHeight: 480,
    orientation: 'landscape',
    colorMode: 'mono',
  });
});

test('headers: X-Request-Id is made here; X-Renewed-Token never comes under the SDK prefix', async (t) => {
  const { headers } = await owner.sdk.get(`${SDK}/displays`, { headers: { 'x-request-id': 'req_mine' } });
  t.regex(headers.get('x-request-id') ?? '', /^req_(?!mine)/);
  t.is(headers.get('x-renewed-token'), null);
});
