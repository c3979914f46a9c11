import test from 'ava';
import { operationRoutes, type ReadinessChecks } from '#shared/http/operations.ts';
import { createMetrics, measureRequests } from '#shared/metrics.ts';
import { createClient } from '#test/support/client.ts';
import { startHttp } from './http-stand.ts';

const PREFIX = '/api/app/v1';

async function start(checks: ReadinessChecks) {
  const metrics = createMetrics();
  const middleware = [measureRequests(metrics)];
  return startHttp({ routes: operationRoutes(checks, metrics), middleware });
}

test('the readiness is 200 only while every part is available, without a reason', async (t) => {
  let down = false;
  const stand = await start({
    database: async () => {
      if (down) throw new Error('connect ECONNREFUSED 10.0.0.5');
    },
    storage: async () => {},
  });
  t.teardown(() => stand.close());
  const client = createClient(stand);
  t.deepEqual((await client.get(`${PREFIX}/health/ready`)).body, {
    status: 'ready',
    checks: { database: 'ok', storage: 'ok' },
  });
  down = true;
  const { status, body, text } = await client.get(`${PREFIX}/health/ready`);
  t.is(status, 503);
  t.deepEqual(body, { status: 'unavailable', checks: { database: 'failed', storage: 'ok' } });
  t.false(text.includes('10.0.0.5'));
  t.is((await client.get(`${PREFIX}/health/live`)).status, 200);
});

test('a check that hangs counts as failed', async (t) => {
  const stand = await start({ storage: () => new Promise(() => {}) });
  t.teardown(() => stand.close());
  const { status, body } = await createClient(stand).get(`${PREFIX}/health/ready`);
  t.is(status, 503);
  t.deepEqual(body.checks, { storage: 'failed' });
});

test('metrics are labelled by route, never by address', async (t) => {
  const stand = await start({});
  t.teardown(() => stand.close());
  const client = createClient(stand);
  await client.get(`${PREFIX}/health/live?token=secret`);
  await client.get(`${PREFIX}/somebody/private`);
  const { text, headers } = await client.get(`${PREFIX}/metrics`);
  t.regex(headers.get('content-type') ?? '', /^text\/plain/);
  t.regex(
    text,
    /placard_http_request_seconds_count\{[^}]*route="\/api\/app\/v1\/health\/live"[^}]*status="200"[^}]*\} 1/,
  );
  t.regex(text, /route="none"[^}]*status="404"/);
  t.notRegex(text, /secret|somebody/);
});
