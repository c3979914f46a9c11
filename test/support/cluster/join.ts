import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { keeperSocket } from './place.ts';

const LIMIT_MS = 60_000;
const PAUSE_MS = 50;

export interface Membership {
  /** The application's own database in the cluster, as its owner. */
  url: string;
  /** Leaves the cluster, and waits until it is gone unless another run still uses it. */
  leave(): Promise<void>;
}

/** Joins the test cluster, and starts it if necessary. It runs at least as long as this process. */
export async function joinCluster(): Promise<Membership> {
  const begin = performance.now();
  let failure = '';
  let keeper: ReturnType<typeof startKeeper> | undefined;
  while (performance.now() - begin < LIMIT_MS) {
    const socket = await connect();
    const url = socket && (await firstLine(socket));
    if (socket && url) {
      socket.unref();
      return { url, leave: () => leave(socket) };
    }
    if (keeper && keeper.exitCode !== null) {
      if (keeper.exitCode !== 0) throw new Error(`The test cluster does not start: ${failure}`);
      keeper = undefined;
    }
    // A keeper that disconnects without a response is about to end. The next attempt starts a new one.
    if (!socket)
      keeper ??= startKeeper((text) => {
        failure += text;
      });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('The test cluster did not start in time.');
}

/** In its own session, so that Ctrl-C ends only the tests. The keeper detects their end and then ends. */
function startKeeper(onError: (text: string) => void) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  child.stderr.setEncoding('utf8').on('data', onError);
  (child.stderr as unknown as Socket).unref();
  child.unref();
  return child;
}

async function connect(): Promise<Socket | undefined> {
  const socket = createConnection(keeperSocket);
  socket.on('error', () => {});
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  return connected ? socket : undefined;
}

/** Undefined if the keeper ends before its first line. */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    socket.once('close', () => resolve(undefined));
  });
}

async function leave(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.ref();
  const closed = once(socket, 'close');
  socket.write('end\n');
  await closed;
}
