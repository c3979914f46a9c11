import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { registerUser } from '#test/support/person.ts';
import { planSettings } from '#test/support/plans.ts';
import { connectAssistant } from './assistant.ts';

const MEBIBYTE = 1024 * 1024;
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

let app: TestApp;
let client: Client;
test.before(async () => {
  const plans = planSettings({ free: { quotas: { pushes: 0 }, features: { ai_routing: false } } });
  const limits = { RATE_LIMITS: 'on', RATE_CREATE_PER_MINUTE: '3', RATE_API_PER_MINUTE: '20' };
  app = await startTestApp({ settings: { ...plans, ...limits, RATE_REGISTER_PER_HOUR: '1000' } });
  client = createClient(app);
});
test.after.always(() => app?.close());

async function newToken(): Promise<{ session: Client; token: string; tokenId: string }> {
  const session = await registerUser(client);
  const { body } = await session.post('/auth/tokens', { body: { name: 'assistant' } });
  return { session, token: body.token, tokenId: body.id };
}

test('only a personal access token is accepted, and a refusal says how to use one', async (t) => {
  const session = await registerUser(client);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const caller of [client, client.as('plc_pat_wrong'), session]) {
    const response = await caller.post('/mcp', { body: list });
    t.is(response.status, 401);
    t.is(response.body.error.code, 'authentication_failed');
    t.is(response.headers.get('www-authenticate'), 'Bearer');
  }
  await t.throwsAsync(connectAssistant(app.url, 'plc_pat_wrong'), {
    message: /authentication_failed|Unauthorized/,
  });
});

test('the end of a token ends the access of its assistant', async (t) => {
  const { session, token, tokenId } = await newToken();
  const assistant = await connectAssistant(app.url, token);
  t.false((await assistant.call('list_displays')).isError);
  t.is((await session.delete(`/auth/tokens/${tokenId}`)).status, 200);
  await t.throwsAsync(assistant.call('list_displays'), { message: /authentication_failed|Unauthorized/ });
});

test('streams and sessions are not served', async (t) => {
  const { token } = await newToken();
  for (const method of ['GET', 'DELETE']) {
    const response = await client.as(token).call(method, '/mcp');
    t.is(response.status, 405);
    t.is(response.headers.get('allow'), 'POST');
  }
});

test('an invalid message is refused before it reaches a tool', async (t) => {
  const caller = client.as((await newToken()).token);
  const bad = [
    { body: [call('list_displays', {})] },
    { body: 'x' },
    { raw: '{"jsonrpc":' },
    { body: { id: 1 } },
  ];
  for (const options of bad) t.is((await caller.post('/mcp', options)).status, 400, JSON.stringify(options));
  const future = await caller.post('/mcp', {
    body: call('list_displays', {}),
    headers: { 'mcp-protocol-version': '1999-01-01' },
  });
  t.is(future.status, 400);
  t.regex(future.body.error.message, /protocol version/i);
  t.is(
    (await caller.post('/mcp', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).status,
    202,
  );
});

test('an image that is too large is refused: by the tool, and by its body before it is read', async (t) => {
  const caller = client.as((await newToken()).token);
  const image = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE).toString('base64');
  const { status, body } = await caller.post('/mcp', { body: call('push', { image: image(4.1) }) });
  t.is(status, 200);
  t.true(body.result.isError);
  t.regex(body.result.content[0].text, /asset_too_large/);
  const larger = await caller.post('/mcp', { body: call('push', { image: image(5) }) });
  t.is(larger.status, 413);
  t.is(larger.body.error.code, 'payload_too_large');
});

test('requests and creations count towards the same rate limits as elsewhere', async (t) => {
  const { token } = await newToken();
  const assistant = await connectAssistant(app.url, token);
  t.is((await client.as(token).post('/push', { raw: '' })).status, 400);
  for (const _ of [1, 2]) t.not((await assistant.call('push', { text: 'x' })).data.refused, 'rate_limited');
  const refused = await assistant.call('push', { text: 'x' });
  t.true(refused.isError);
  t.is(refused.data.refused, 'rate_limited');
  t.true(refused.data.retryAfterSeconds >= 1);
  t.is((await client.as(token).post('/push', { raw: 'x' })).status, 429);
  const codes = await Promise.all(
    Array.from({ length: 30 }, () => client.as(token).post('/mcp', { body: call('list_displays', {}) })),
  );
  t.true(codes.some(({ status }) => status === 429));
});

test("what the plan does not include is refused with the plan's error, and nothing is stored", async (t) => {
  const { session, token } = await newToken();
  const enrolled = await client.post('/api/device/v1/enroll', {
    body: { hardwareId: `hw-${token.slice(-20)}` },
  });
  const claimed = { code: enrolled.body.claim.code, nickname: 'Hall' };
  t.is((await session.post('/api/app/v1/displays/claim', { body: claimed })).status, 201);
  const assistant = await connectAssistant(app.url, token);
  const image = (await photographPng(80, 48)).toString('base64');
  const quota = await assistant.call('push', { image, display: 'Hall', as_is: true });
  const feature = await assistant.call('push', { text: 'x' });
  t.true(quota.isError && feature.isError);
  t.is(quota.data.refused, 'quota_exceeded', quota.text);
  t.like(feature.data, { refused: 'plan_upgrade_required', details: { requiredTier: 'pro' } }, feature.text);
  const { body } = await session.get('/api/app/v1/contents');
  t.deepEqual(body.items, []);
});
