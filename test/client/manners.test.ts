import type { ServerResponse } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { errorOf } from '#client/error.ts';
import { Placard, PlacardError } from '#client/index.ts';
import { type FlakyServer, hangUp, json, refusal, startFlakyServer } from './flaky-server.ts';

const PAGE = { items: [], nextCursor: null, hasMore: false };
const token = 'plc_pat_test';

async function against(
  t: ExecutionContext,
  responses: Parameters<typeof startFlakyServer>[0],
): Promise<{ placard: Placard; server: FlakyServer }> {
  const server = await startFlakyServer(responses);
  t.teardown(() => server.close());
  return { server, placard: new Placard({ url: server.url, token }) };
}

test('a call that is safe to repeat is retried twice after temporary errors', async (t) => {
  for (const failure of [hangUp, refusal(500, 'internal_error'), refusal(429, 'rate_limited')]) {
    const { placard, server } = await against(t, [failure, failure, json(200, PAGE)]);
    t.deepEqual(await placard.displays.list(), PAGE);
    t.is(server.requests.length, 3);
  }
  const { placard, server } = await against(t, [refusal(503, 'processing_unavailable')]);
  const error = await t.throwsAsync(() => placard.displays.list(), { instanceOf: PlacardError });
  t.like(error, { status: 503, code: 'processing_unavailable', requestId: 'req_1' });
  t.is(server.requests.length, 3);
});

test('a call with a second effect, or with a permanent error, is not retried', async (t) => {
  const advance = await against(t, [refusal(500, 'internal_error')]);
  await t.throwsAsync(() => advance.placard.displays.advance('id'));
  t.is(advance.server.requests.length, 1);
  for (const response of [
    refusal(429, 'quota_exceeded'),
    refusal(404, 'display_not_found'),
    refusal(402, 'payment_required'),
    refusal(429, 'rate_limited', { 'retry-after': '3600' }),
  ]) {
    const { placard, server } = await against(t, [response]);
    await t.throwsAsync(() => placard.displays.get('id'), { instanceOf: PlacardError });
    t.is(server.requests.length, 1);
  }
});

test('the pause that the box asks for is kept', async (t) => {
  const { placard, server } = await against(t, [
    refusal(429, 'rate_limited', { 'retry-after': '1' }),
    json(200, PAGE),
  ]);
  const begun = performance.now();
  await placard.displays.list();
  t.true(performance.now() - begun >= 990);
  t.is(server.requests.length, 2);
});

test("Retry-After is read as seconds, or as a date by the sender's clock", async (t) => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  const asked = async (retryAfter: string | null, headers: Record<string, string> = { date }) => {
    const sentHeaders = retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter };
    return (await errorOf(new Response('', { status: 503, headers: sentHeaders }))).retryAfterSeconds;
  };
  t.is(await asked('7'), 7);
  t.is(await asked('Sun, 06 Nov 1994 08:49:44 GMT'), 7);
  t.is(await asked('Sun, 06 Nov 1994 08:00:00 GMT'), 0, 'it has passed');
  const inADay = (await asked(new Date(Date.now() + 86_400_000).toUTCString(), {})) ?? 0;
  t.true(inADay > 80_000 && inADay <= 86_400, 'by this clock where the sender tells none');
  for (const none of [null, '', 'soon', '-5']) t.is(await asked(none), null, String(none));

  const later = { date, 'retry-after': 'Sun, 06 Nov 1994 09:49:37 GMT' };
  const { placard, server } = await against(t, [refusal(429, 'rate_limited', later)]);
  const error = await t.throwsAsync(() => placard.displays.get('id'), { instanceOf: PlacardError });
  t.is(error?.retryAfterSeconds, 3_600);
  t.is(server.requests.length, 1, 'an hour is not waited for');
});

test('all attempts of one creation have the same key, and another creation has another', async (t) => {
  const created = json(201, { content: { id: 'c', state: 'ready' }, uploadTickets: [] });
  const { placard, server } = await against(t, [hangUp, refusal(409, 'invalid_state'), created]);
  const request = { mode: 'auto' as const, assets: [{ type: 'text' as const, text: 'a' }] };
  await placard.contents.create(request);
  await placard.contents.create(request);
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  t.is(new Set(keys.slice(0, 3)).size, 1);
  t.not(keys[3], keys[0]);
  for (const key of keys) t.regex(key as string, /^[!-~]{8,128}$/);
});

test('an aborted call rejects with the reason of its signal, at once and while it pauses', async (t) => {
  const reason = new Error('Never mind.');
  const { placard } = await against(t, [() => {}]);
  const controller = new AbortController();
  const waiting = placard.displays.list({}, { signal: controller.signal });
  controller.abort(reason);
  t.is(await t.throwsAsync(waiting), reason);
  t.is(await t.throwsAsync(placard.displays.list({}, { signal: controller.signal })), reason);
  const pausing = await against(t, [refusal(429, 'rate_limited', { 'retry-after': '30' })]);
  const later = new AbortController();
  const call = pausing.placard.displays.list({}, { signal: later.signal });
  setTimeout(() => later.abort(reason), 100);
  t.is(await t.throwsAsync(call), reason);
});

test('no response, a late response and the response of another server are distinguished', async (t) => {
  const nowhere = new Placard({ url: 'http://127.0.0.1:1', token, maxRetries: 0 });
  const unreachable = await t.throwsAsync(() => nowhere.displays.list(), { instanceOf: PlacardError });
  t.like(unreachable, { status: null, code: 'connection_failed', isUnreachable: true });
  const { placard } = await against(t, [() => {}]);
  const late = await t.throwsAsync(() => placard.displays.list({}, { timeoutMs: 50, maxRetries: 0 }), {
    instanceOf: PlacardError,
  });
  t.is(late?.code, 'timeout');
  const proxy = await against(t, [(_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')]);
  const other = await t.throwsAsync(() => proxy.placard.displays.list({}, { maxRetries: 0 }), {
    instanceOf: PlacardError,
  });
  t.like(other, { status: 502, code: 'unexpected_response', isUnreachable: true });
  const portal = await against(t, [
    (_, response) => response.writeHead(200).end('<h1>Welcome to our Wi-Fi</h1>'),
  ]);
  for (const call of [
    () => portal.placard.displays.list(),
    () => portal.placard.events().next(),
    () => portal.placard.analyses.events(token).next(),
  ]) {
    const error = await t.throwsAsync(call, { instanceOf: PlacardError });
    t.like(error, { status: 200, code: 'unexpected_response', isUnreachable: true });
  }
});

test('the credential is sent only to the address of the box, below its path', async (t) => {
  const thief = await startFlakyServer([json(200, PAGE)]);
  t.teardown(() => thief.close());
  const { server } = await against(t, [
    (_, response) => response.writeHead(302, { location: `${thief.url}/x` }).end(),
  ]);
  const placard = new Placard({ url: `${server.url}/at/home/?x#y`, token });
  await t.throwsAsync(() => placard.displays.list(), { instanceOf: PlacardError });
  t.is(server.requests[0]?.path, '/at/home/api/sdk/v1/displays');
  t.is(server.requests[0]?.headers.authorization, `Bearer ${token}`);
  t.is(thief.requests.length, 0);
});

test('an upload ticket is used without the credential, is retried after a lost response, and its refusal is explained', async (t) => {
  const store = await startFlakyServer([hangUp, (_, response) => response.writeHead(204).end()]);
  const other = await startFlakyServer([(_, response) => response.writeHead(403).end('<Code>Denied</Code>')]);
  t.teardown(() => store.close());
  t.teardown(() => other.close());
  const { placard } = await against(t, []);
  await placard.upload({ url: `${store.url}/up`, fields: { key: 'k' } }, new Blob(['bytes']));
  t.is(store.requests.length, 2);
  for (const { headers, body } of store.requests.slice(1)) {
    t.is(headers.authorization, undefined);
    t.true(body.indexOf('name="key"') < body.indexOf('name="file"'));
  }
  const error = await t.throwsAsync(
    () => placard.upload({ url: other.url, fields: {} }, new Blob(['bytes'])),
    { instanceOf: PlacardError },
  );
  t.like(error, { status: 403, code: 'unexpected_response' });
});

test('pages are read one after the other, as they are needed', async (t) => {
  const { placard, server } = await against(t, [
    json(200, { items: [1, 2], nextCursor: 'a&b', hasMore: true }),
    json(200, { items: [3], nextCursor: null, hasMore: false }),
  ]);
  const seen: unknown[] = [];
  for await (const one of placard.contents.list({ limit: 2, q: 'milk & eggs' })) {
    seen.push(one);
    if (seen.length === 2) t.is(server.requests.length, 1);
  }
  t.deepEqual(seen, [1, 2, 3]);
  t.deepEqual(
    server.requests.map(({ path }) => path),
    [
      '/api/sdk/v1/contents?limit=2&q=milk+%26+eggs',
      '/api/sdk/v1/contents?limit=2&q=milk+%26+eggs&cursor=a%26b',
    ],
  );
});

test('a stream that breaks is resumed after the last event seen, until it ends', async (t) => {
  const head = { 'content-type': 'text/event-stream' };
  const event = (seq: number) => `id: ${seq}\nevent: e\ndata: ${JSON.stringify({ seq })}\n\n`;
  const { placard, server } = await against(t, [
    (_, response) => {
      response.writeHead(200, head).write(`: ping\n\n${event(1)}${event(2)}id: 3\nev`);
      setTimeout(() => response.destroy(), 50);
    },
    (_, response) => {
      const end = 'event: end\ndata: {"state":"completed","lastSeq":3}\n\n';
      response.writeHead(200, head).end(event(3) + end);
    },
  ]);
  const events = placard.analyses.events('an id');
  const seen: number[] = [];
  let end: unknown;
  for (;;) {
    const { done, value } = await events.next();
    if (done) {
      end = value;
      break;
    }
    seen.push(value.seq);
  }
  t.deepEqual(seen, [1, 2, 3]);
  t.deepEqual(end, { state: 'completed', lastSeq: 3 });
  t.deepEqual(
    server.requests.map(({ headers }) => headers['last-event-id']),
    [undefined, '2'],
  );
  t.is(server.requests[0]?.path, '/api/sdk/v1/analyses/an%20id/events/stream');
});

test('a refused stream is not retried', async (t) => {
  const { placard, server } = await against(t, [refusal(404, 'analysis_not_found')]);
  const error = await t.throwsAsync(() => placard.analyses.events('x').next(), { instanceOf: PlacardError });
  t.is(error?.code, 'analysis_not_found');
  t.is(server.requests.length, 1);
});

test('a stream with a limit of retries ends with the error of the last one, and counts anew after each event', async (t) => {
  const head = { 'content-type': 'text/event-stream' };
  const reset = (_: unknown, response: ServerResponse) => {
    response.writeHead(200, head).end('event: reset\ndata: {}\n\n');
  };
  const { placard, server } = await against(t, [reset, reset, refusal(503, 'internal')]);
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { event } of placard.events({ maxRetries: 1 })) seen.push(event);
  })();
  const error = await t.throwsAsync(reading, { instanceOf: PlacardError });
  t.is(error?.status, 503);
  t.deepEqual(seen, ['reset', 'reset']);
  t.is(server.requests.length, 3);
});

test('changes are streamed from a reset on, and resumed after the last id, heartbeats included', async (t) => {
  const head = { 'content-type': 'text/event-stream' };
  const frame = (id: string, event: string, data: unknown) =>
    `${id && `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const { placard, server } = await against(t, [
    (_, response) => {
      response.writeHead(200, head).write(`: ping\n\n${frame('1-1', 'reset', {})}: ping\nid: 1-2\n\n`);
      response.write(frame('', 'display.changed', { id: 'd' }));
      setTimeout(() => response.destroy(), 50);
    },
    (_, response) => {
      response.writeHead(200, head).write(frame('1-3', 'content.removed', { id: 'c' }));
    },
  ]);
  const seen: [string, unknown][] = [];
  const controller = new AbortController();
  const reason = new Error('Enough.');
  const reading = (async () => {
    for await (const { event, data } of placard.events({ signal: controller.signal })) {
      seen.push([event, data]);
      if (event === 'content.removed') controller.abort(reason);
    }
  })();
  t.is(await t.throwsAsync(reading), reason);
  t.deepEqual(seen, [
    ['reset', {}],
    ['display.changed', { id: 'd' }],
    ['content.removed', { id: 'c' }],
  ]);
  t.deepEqual(
    server.requests.map(({ path, headers }) => [path, headers['last-event-id']]),
    [
      ['/api/app/v1/events', undefined],
      ['/api/app/v1/events', '1-2'],
    ],
  );
});
