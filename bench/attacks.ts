import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Figure } from './figure.ts';

const AT_ONCE = 10;
const MEBIBYTE = 2 ** 20;
const WAIT_GOAL_MS = 250;
const GROWTH_GOAL_MB = 100;
/** Informational, because most of the time is spent receiving the bytes. */
const WITHOUT_GOAL = /8 MiB|400/;
/** Pause between two measurements of the server's memory. */
const SAMPLE_MS = 50;
/** Time for which clients that do not read are observed. */
const OBSERVED_MS = 3_000;

interface Servers {
  app: string;
  tokens: string[];
}

/** The effects of an attack on other clients. */
interface AttackCost {
  /** Milliseconds of the slowest of repeated `GET /health/live`. */
  longestWait: number;
  /** The highest growth of resident memory, in megabytes. */
  growth: number;
}

/**
 * Attacks by one client that slow down all others: bodies that cost more than their size, and responses that are not
 * read.
 */
export async function benchAttacks(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'identity-server.ts'));
  const [{ app, tokens }] = (await once(child, 'message')) as [Servers];
  const [first, second] = tokens.map((token) => ({ authorization: `Bearer ${token}` }));
  const creation = { ...second, 'idempotency-key': 'bench-bench' };
  const attacks: Record<string, () => Promise<void>> = {
    '10 bodies of 2 MiB without a credential': () => sendAll(`${app}/auth/login`, BODIES, {}),
    '10 bodies of 2 MiB with a credential': () => sendAll(`${app}/auth/me`, BODIES, { ...first }, 'PUT'),
    '10 bodies of 8 MiB to POST /contents': () =>
      sendAll(`${app}/api/app/v1/contents`, LARGE_BODIES, creation),
    '40 connections that request and never read': () => requestWithoutReading(app, 40),
    '400 connections that request and never read': () => requestWithoutReading(app, 400),
  };
  try {
    const quiet = () => measureAttack(app, child.pid as number, () => pause(OBSERVED_MS));
    await quiet(); // loads code and caches of first requests
    const { longestWait } = await quiet();
    const figures = [figure('Without an attack: longest wait of a request', 'ms', longestWait, null)];
    for (const [name, attack] of Object.entries(attacks)) {
      const { longestWait, growth } = await measureAttack(app, child.pid as number, attack);
      const hasGoal = !WITHOUT_GOAL.test(name);
      figures.push(
        figure(`${name}: longest wait of another request`, 'ms', longestWait, hasGoal ? WAIT_GOAL_MS : null),
      );
      figures.push(figure(`${name}: growth`, 'MB', growth, hasGoal ? GROWTH_GOAL_MB : null));
    }
    return figures;
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

function figure(name: string, unit: string, ours: number, goal: number | null): Figure {
  return { name, ours, theirs: null, unit, goal };
}

interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The body as plain bytes and compressed. Made beforehand, because compression is not the server's work. */
function bodies(text: string): Body[] {
  const headers = { 'content-type': 'application/json' };
  return [
    { bytes: Buffer.from(text), headers },
    { bytes: Buffer.from(gzipSync(text)), headers: { ...headers, 'content-encoding': 'gzip' } },
  ];
}

const zeros = (bytes: number) => `[${'0,'.repeat(bytes / 2 - 2)}0]`;
const nul = JSON.stringify('\u0000');
const BODIES = [
  zeros(2 * MEBIBYTE),
  `[${`${nul},`.repeat((2 * MEBIBYTE) / 9 - 2)}${nul}]`,
  '['.repeat(2 * MEBIBYTE),
  `{${Array.from({ length: 120_000 }, (_, i) => `"key${i}":[{}]`).join(',')}}`,
].flatMap(bodies);
const LARGE_BODIES = bodies(zeros(8 * MEBIBYTE));

/** Ten of each at once, one kind after the other. */
async function sendAll(
  url: string,
  kinds: Body[],
  credential: Record<string, string>,
  method = 'POST',
): Promise<void> {
  for (const { bytes, headers } of kinds) {
    const send = async () =>
      (await fetch(url, { method, headers: { ...headers, ...credential }, body: bytes })).text();
    await Promise.all(Array.from({ length: AT_ONCE }, send));
  }
}

/** Each connection sends a thousand requests for a long response at once, and reads nothing. */
async function requestWithoutReading(app: string, connections: number): Promise<void> {
  const { hostname, port } = new URL(app);
  const asked = `GET /openapi.json HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const sockets = Array.from({ length: connections }, (_, i): Socket => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    // Half of the connections send only one request, as well-behaved clients do.
    socket.pause().write(i % 2 ? asked : asked.repeat(1_000));
    return socket;
  });
  await pause(OBSERVED_MS);
  for (const socket of sockets) socket.destroy();
}

async function measureAttack(app: string, pid: number, attack: () => Promise<unknown>): Promise<AttackCost> {
  const before = await residentMegabytes(pid);
  let [longestWait, peak, isOver] = [0, before, false];
  const measureWaits = async () => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(`${app}/health/live`)).text();
      longestWait = Math.max(longestWait, performance.now() - begin);
    }
  };
  const measureMemory = async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMegabytes(pid));
      await pause(SAMPLE_MS);
    }
  };
  const watching = Promise.all([measureWaits(), measureMemory()]);
  await attack();
  isOver = true;
  await watching;
  return { longestWait, growth: peak - before };
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

if (import.meta.main) {
  for (const { name, ours, unit, goal } of await benchAttacks())
    console.log(
      `${name}: ${ours.toFixed(1)} ${unit} (goal ${goal}: ${goal === null || ours <= goal ? 'met' : 'MISSED'})`,
    );
}
