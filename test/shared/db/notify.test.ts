import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import test from 'ava';
import { listen, notify } from '#shared/db/notify.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import type { Log } from '#shared/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts';
import { within } from '#test/support/until.ts';

let database: TestDatabase;
let db: Db;
test.before(async () => {
  database = await createTestDatabase();
  db = openDb(database.url, 'test', 5);
});
test.after.always(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Also how long connecting may take, which on a busy machine is a second. */
const PROBE_MS = 5_000;

/** A listener on one channel whose events can be awaited. */
async function startListener(
  channel: string,
  { url = database.url, onFailure = () => {}, probeMs = 60_000 } = {},
) {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let connections = 0;
  const wake = (_count: number) => {
    for (const check of waiting) check();
  };
  const listener = await listen({
    url,
    log: { warn: onFailure } as unknown as Log,
    probeMs,
    channels: { [channel]: (payload) => wake(seen.push(payload)) },
    onConnect: () => wake(++connections),
  });
  const until = (holds: () => boolean) => {
    const come = new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
    return within(() => `${holds}; heard: ${seen}`, come);
  };
  return { seen, until, connections: () => connections, close: () => listener.close() };
}

test('a notification comes when the transaction commits, and only then', async (t) => {
  const listener = await startListener('commits');
  t.is(listener.connections(), 1);
  const rolledBack = db.transaction(async (trx) => {
    await notify(trx, 'commits', 'never');
    throw new Error('rolled back');
  });
  await t.throwsAsync(rolledBack);
  await db.transaction(async (trx) => {
    await notify(trx, 'commits', 'inside');
    await notify(db, 'commits', 'outside');
    await listener.until(() => listener.seen.includes('outside'));
    t.deepEqual(listener.seen, ['outside']);
  });
  await listener.until(() => listener.seen.length === 2);
  t.deepEqual(listener.seen, ['outside', 'inside']);
  await listener.close();
});

test('after its connection was ended the listener reconnects, and reports that notifications may be lost', async (t) => {
  const listener = await startListener('ended');
  for (let round = 2; round < 4; round++) {
    await db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'placard-listener' and datname = current_database() and query like '%"ended"%'`,
    );
    await listener.until(() => listener.connections() === round);
    await notify(db, 'ended', `round ${round}`);
    await listener.until(() => listener.seen.includes(`round ${round}`));
  }
  t.deepEqual(listener.seen, ['round 2', 'round 3']);
  await listener.close();
});

test('a connection that goes silent is noticed and replaced', async (t) => {
  const proxy = await startProxy();
  const listener = await startListener('silent', { url: proxy.url, probeMs: PROBE_MS });
  proxy.silence();
  await listener.until(() => listener.connections() >= 2);
  await notify(db, 'silent', 'heard');
  await listener.until(() => listener.seen.includes('heard'));
  t.deepEqual(listener.seen, ['heard']);
  await listener.close();
  await proxy.stop();
});

/** Waits until it has connected anew, and hears what is said then. */
async function hearsAgain(
  channel: string,
  listener: Awaited<ReturnType<typeof startListener>>,
): Promise<void> {
  await listener.until(() => listener.connections() >= 2);
  await notify(db, channel, 'heard');
  await listener.until(() => listener.seen.includes('heard'));
  await listener.close();
}

test('the listener keeps trying while the server does not respond', async (t) => {
  const proxy = await startProxy();
  const failures = Promise.withResolvers<void>();
  const listener = await startListener('outage', { url: proxy.url, onFailure: () => failures.resolve() });
  await proxy.stop();
  await failures.promise;
  t.is(listener.connections(), 1);
  await proxy.start();
  await hearsAgain('outage', listener);
  await proxy.stop();
});

test('a listener that gets no response when it reconnects tries again', async (t) => {
  const proxy = await startProxy();
  const listener = await startListener('unanswered', { url: proxy.url, probeMs: PROBE_MS });
  proxy.mute = true;
  proxy.silence();
  while (proxy.accepted < 3) await within('another connection', proxy.reached());
  t.is(listener.connections(), 1);
  proxy.mute = false;
  await hearsAgain('unanswered', listener);
  await proxy.stop();
});

test('a listener stops at once when the server no longer responds, connected or connecting', async (t) => {
  const proxy = await startProxy();
  for (const connecting of [false, true]) {
    proxy.mute = false;
    const listener = await startListener('ends', { url: proxy.url });
    proxy.mute = true;
    proxy.silence();
    if (connecting) {
      proxy.drop();
      await proxy.reached();
    }
    const started = performance.now();
    await listener.close();
    t.true(performance.now() - started < 60_000);
  }
  await proxy.stop();
});

/** A way to Postgres that can be made to fail. */
async function startProxy() {
  const address = new URL(database.url);
  const folder = address.searchParams.get('host');
  const near = new Set<Socket>();
  const drop = () => {
    for (const socket of near) socket.destroy();
    near.clear();
  };
  const server = createServer((socket) => {
    near.add(socket);
    proxy.accepted += 1;
    if (proxy.mute) return void socket.on('error', () => {}).resume();
    const far = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(address.port), address.hostname);
    for (const one of [socket, far]) one.on('error', () => {});
    socket.pipe(far).pipe(socket);
    socket.on('close', () => far.destroy());
    far.on('close', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${port}`;
  const proxy = {
    url: address.href,
    /** New connections are accepted, and never answered. */
    mute: false,
    /** Connections that came. */
    accepted: 0,
    reached: () => once(server, 'connection'),
    drop,
    /** Connections stay open, but nothing passes any more. */
    silence() {
      for (const socket of near) socket.unpipe().resume().removeAllListeners('data');
      for (const socket of near) socket.write = () => true;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      drop();
      await closed;
    },
    start: () => once(server.listen(port, '127.0.0.1'), 'listening'),
  };
  return proxy;
}
