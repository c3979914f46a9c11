import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { z } from 'zod';
import { route } from '#shared/http/route.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '#shared/http/server-limits.ts';
import { until, within } from '#test/support/until.ts';
import { type HttpStand, startHttp } from './http-stand.ts';

const MEBIBYTE = 1024 * 1024;
/** More than the system keeps for a connection, whose buffers grow to several megabytes. */
const LARGE_BYTES = 32 * MEBIBYTE;
const open = { tag: 'test', summary: 'Test.', auth: 'public' } as const;
const some = (contentType?: string) => ({ 200: { description: 'Some.', contentType } });

interface Stand extends HttpStand {
  /** Resolves when the connection is no more on this side, whatever its client knows. */
  lost(client: Socket): Promise<unknown>;
  /** Calls that handlers have begun and not ended, at most so far. */
  most(): number;
  begun(): number;
}

async function start(t: ExecutionContext, limits: Partial<ServerLimits>): Promise<Stand> {
  let [now, most, begun] = [0, 0, 0];
  const large = Buffer.alloc(LARGE_BYTES, 'x');
  const pieces = Array.from({ length: 512 }, () => large.subarray(0, LARGE_BYTES / 512));
  const binary = { 'Content-Type': 'application/octet-stream' };
  const get = { ...open, method: 'get' } as const;
  const stand = await startHttp({
    limits,
    routes: [
      route(
        { ...get, path: '/slow/{n}', params: z.object({ n: z.string() }), responses: some() },
        async (call) => {
          begun += 1;
          now += 1;
          most = Math.max(most, now);
          await pause(5);
          now -= 1;
          return { status: 200, body: { n: call.params.n } };
        },
      ),
      route({ ...get, path: '/large', responses: some('application/octet-stream') }, async () => {
        begun += 1;
        return { status: 200, body: large, headers: binary };
      }),
      route({ ...get, path: '/file', responses: some('application/octet-stream') }, async () => ({
        status: 200,
        stream: Readable.from(pieces),
        headers: binary,
      })),
      route({ ...get, path: '/events', responses: some('text/event-stream') }, async () => ({
        status: 200,
        stream: Readable.from([large]),
        headers: { 'Content-Type': 'text/event-stream' },
      })),
      route({ ...open, method: 'post', path: '/in', body: z.unknown(), responses: some() }, async () => ({
        status: 200,
        body: {},
      })),
    ],
  });
  t.teardown(() => stand.close());
  const accepted = new Map<number | undefined, Promise<unknown>>();
  stand.server.on('connection', (socket) => {
    accepted.set(socket.remotePort, new Promise((resolve) => socket.once('close', resolve)));
  });
  const lost = async (client: Socket) => {
    if (client.connecting) await once(client, 'connect');
    await until('a connection to be accepted', () => accepted.has(client.localPort), { everyMs: 0 });
    await within('a connection to be ended', accepted.get(client.localPort));
  };
  return { ...stand, lost, most: () => most, begun: () => begun };
}

const get = (path: string, fields = '') => `GET /api/app/v1${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;

/** A connection that has sent `text` and reads nothing until it is resumed. */
function send(t: ExecutionContext, { port }: HttpStand, text: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.teardown(() => socket.destroy());
  socket.pause().write(text);
  return socket;
}

const health = async (stand: HttpStand) => (await fetch(`${stand.url}/api/app/v1/slow/0`)).status;

test('requests that are sent together get their responses one after the other and in order', async (t) => {
  const stand = await start(t, {});
  const all = Array.from({ length: 12 }, (_, n) =>
    get(`/slow/${n}`, n === 11 ? 'Connection: close\r\n' : ''),
  );
  const responses = await stand.raw(all.join(''));
  t.deepEqual(
    [...responses.matchAll(/"n":"(\d+)"/g)].map(([, n]) => Number(n)),
    Array.from({ length: 12 }, (_, n) => n),
  );
  t.is(stand.most(), 1);
});

/** So that it is no reader that stands still that is ended. */
const NEVER_MS = 3_600_000;

test('each of 40 connections that sends hundreds of requests before it reads a response is ended', async (t) => {
  const stand = await start(t, { stallMs: NEVER_MS });
  const sockets = Array.from({ length: 40 }, () => send(t, stand, get('/large').repeat(500)));
  for (const socket of sockets) await stand.lost(socket);
  t.true(stand.begun() <= 40, `${stand.begun()} answers begun`);
  t.is(await health(stand), 200);
});

test('by default, a reader that stops reading is disconnected, and not before 30 s', async (t) => {
  const stand = await start(t, {});
  const begin = performance.now();
  await stand.lost(send(t, stand, get('/large')));
  t.true(performance.now() - begin >= 30_000);
  t.is(DEFAULT_LIMITS.stallMs, 30_000);
});

/** Longer than a busy machine keeps a reader from reading, and twice it no longer than the test above. */
const STALL_MS = 15_000;

for (const path of ['/large', '/file'])
  test(`a reader of ${path} that stops reading is disconnected, and a slow one is not`, async (t) => {
    const stand = await start(t, { stallMs: STALL_MS });
    const still = send(t, stand, get(path));
    const slow = send(t, stand, get(path, 'Connection: close\r\n'));
    const begin = performance.now();
    const ended = stand.lost(still);
    let read = 0;
    for await (const chunk of slow) {
      read += chunk.length;
      await pause((chunk.length / LARGE_BYTES) * 2 * STALL_MS);
    }
    t.true(read > LARGE_BYTES);
    t.true(performance.now() - begin > STALL_MS, 'it took longer than a reader may stand still');
    await ended;
  });

test('an event stream has its own limit for readers that stop reading', async (t) => {
  const stand = await start(t, { stallMs: 50 });
  const socket = send(t, stand, get('/events'));
  const control = send(t, stand, get('/large'));
  await stand.lost(control);
  let read = 0;
  for await (const chunk of socket) {
    read += chunk.length;
    if (read > LARGE_BYTES) break;
  }
  t.true(read > LARGE_BYTES);
});

test('requests whose headers or bodies never end are closed', async (t) => {
  const stand = await start(t, { headersTimeout: 100, requestTimeout: 200 });
  t.regex(await stand.raw('GET /api/app/v1/slow/1 HTTP/1.1\r\nHost: x\r\nX-Slow'), /^HTTP\/1\.1 408 /);
  const head =
    'POST /api/app/v1/in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
  t.regex(await stand.raw(`${head}[`), /^HTTP\/1\.1 408 /);
  t.regex(await stand.raw(''), /^HTTP\/1\.1 408 /, 'a connection that says nothing');
});

test('connections of one address are limited, and the refusal explains that', async (t) => {
  const stand = await start(t, { maxPerAddress: 3 });
  const held = [1, 2, 3].map(() => send(t, stand, 'GET'));
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  const refused = await stand.raw(get('/slow/1'));
  t.regex(refused, /^HTTP\/1\.1 429 .*Retry-After: \d+.*"code":"rate_limited"/s);
  held[0]?.destroy();
  let response = refused;
  while (response === refused || response.startsWith('HTTP/1.1 429'))
    response = await stand.raw(get('/slow/1', 'Connection: close\r\n'));
  t.regex(response, /^HTTP\/1\.1 200 /);
});

test('the number of all connections is limited', async (t) => {
  const stand = await start(t, { maxConnections: 1 });
  await once(send(t, stand, 'GET'), 'connect');
  t.regex(await stand.raw(get('/slow/1')), /^HTTP\/1\.1 503 .*"code":"processing_unavailable"/s);
});
