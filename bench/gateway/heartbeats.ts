import { brand } from '#shared/brand.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../single-row.ts';
import type { LoadClient } from './client.ts';
import type { Contest, Contestant } from './contest.ts';
import type { Installation } from './installation.ts';
import { meter } from './meter.ts';
import { connectMaster } from './mosquitto.ts';
import type { Pace } from './paced.ts';
import { versus } from './versus.ts';

/** The load of a fleet at rest, and the highest load of a box. */
export const CALM: Pace = { perSecond: 200, seconds: 15 };
export const BUSY: Pace = { perSecond: 5_000, seconds: 20 };
/** Heartbeats that are sent at the end may be acknowledged just after it. */
const SUSTAINED = 0.995 * BUSY.perSecond;
/** Microseconds of the gateway and Postgres together. */
const CALM_CPU_GOAL = 400;

type Heartbeats = Awaited<ReturnType<typeof measureHeartbeats>>;

export function heartbeatFigures(measured: Contest<Heartbeats>, panels: number): Figure[] {
  const figure = versus(measured);
  const what = `${BUSY.perSecond} heartbeats a second`;
  return [
    figure(`${what}, stored and acknowledged`, '1/s', ({ perSecond }) => perSecond, {
      goal: SUSTAINED,
      atLeast: true,
    }),
    figure(`${what}: panels whose last_seen_at moved`, 'panels', ({ seen }) => seen, {
      goal: panels,
      atLeast: true,
    }),
    figure(`${what}: acknowledged, p50`, 'ms', ({ p50 }) => p50),
    figure(`${what}: acknowledged, p99`, 'ms', ({ p99 }) => p99),
    figure(`${what}: CPU each`, 'µs', ({ brokerEach }) => brokerEach),
    figure(`${what}: CPU of Postgres each`, 'µs', ({ postgresEach }) => postgresEach),
    figure(`${what}: CPU of the load generator each`, 'µs', ({ generatorEach }) => generatorEach),
    figure(`${what}: never acknowledged`, 'messages', ({ missing }) => missing, { goal: 0, alone: true }),
  ];
}

export function calmHeartbeatFigures(measured: Contest<Heartbeats>): Figure[] {
  const figure = versus(measured);
  const what = `${CALM.perSecond} heartbeats a second`;
  return [
    figure(`${what}: acknowledged, p50`, 'ms', ({ p50 }) => p50),
    figure(`${what}: CPU each`, 'µs', ({ brokerEach }) => brokerEach),
    figure(`${what}: CPU each, with Postgres`, 'µs', (one) => one.brokerEach + (one.postgresEach || 0), {
      goal: CALM_CPU_GOAL,
      alone: true,
    }),
    // The generator's cost of sending a heartbeat and reading its acknowledgement: that of a bare socket of Node at
    // this rate.
    figure(`${what}: CPU of the load generator each`, 'µs', ({ generatorEach }) => generatorEach),
  ];
}

/** Heartbeats of 10,000 panels in turn. */
export async function measureHeartbeats(contestant: Contestant, pace: Pace) {
  const { ours, broker, generator, installation } = contestant;
  const listener = ours ? null : await subscribeToAll(broker.port);
  const begin = new Date();
  const read = meter(contestant);
  const sent = await generator.run('heartbeats', pace);
  const used = read();
  listener?.disconnect();
  const seen = ours ? await countPanelsSeen(installation, begin) : Number.NaN;
  const each = (cpuMs: number) => (cpuMs * 1000) / sent.taken.length;
  return {
    perSecond: sent.inTime / pace.seconds,
    missing: sent.missing,
    seen,
    p50: percentile(sent.taken, 0.5),
    p99: percentile(sent.taken, 0.99),
    brokerEach: each(used.brokerMs),
    postgresEach: each(used.postgresMs),
    generatorEach: each(used.generatorMs),
  };
}

async function countPanelsSeen({ db }: Installation, since: Date): Promise<number> {
  const row = await db('display.devices').where('last_seen_at', '>=', since).count('* as panels').first();
  return Number(row?.panels);
}

/** Subscribes to the messages of all panels, like a gateway beside mosquitto, so that it acknowledges each. */
async function subscribeToAll(port: number): Promise<LoadClient> {
  const client = await connectMaster(port);
  await client.subscribe(`${brand.topicRoot}/dev/+/up/#`);
  return client;
}
