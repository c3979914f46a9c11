import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type Contestant, contest } from './contest.ts';
import { meter } from './meter.ts';
import { openFileLimit, residentBytes } from './process-figures.ts';
import { versus } from './versus.ts';

/** The number of connections of one process in the comparison of brokers that the goals come from. */
const WANTED = 18_900;
/** Files that a process may need beside its connections. */
const OTHER_FILES = 500;
const SETTLE_MS = 5_000;
const PING_SECONDS = 5;

/** The cost of a silent panel: of its connect, and of its connection. */
export async function benchIdle(): Promise<Figure[]> {
  const panels = Math.min(WANTED, openFileLimit() - OTHER_FILES);
  const figure = versus(await contest(panels, (contestant) => measure(contestant, panels)));
  const given = panels === WANTED ? '' : ` (as many as ${openFileLimit()} open files allow, not ${WANTED})`;
  return [
    figure(`idle panels held, of ${panels}${given}`, 'panels', ({ alive }) => alive, {
      goal: panels,
      atLeast: true,
    }),
    figure('idle panels lost', 'panels', ({ lost }) => lost, { goal: 0, alone: true }),
    figure('memory of an idle panel', 'KB', ({ kilobytes }) => kilobytes, { goal: 30, alone: true }),
    figure('connect, credentials checked: CPU', 'µs', ({ brokerEach }) => brokerEach, {
      goal: 250,
      alone: true,
    }),
    figure('the same: CPU of Postgres', 'µs', ({ postgresEach }) => postgresEach),
    figure('the same: CPU of the load generator', 'µs', ({ generatorEach }) => generatorEach),
    figure('the same: panels a second', 'panels/s', ({ perSecond }) => perSecond),
  ];
}

async function measure(contestant: Contestant, count: number) {
  const { broker, generator } = contestant;
  const empty = residentBytes(broker.pid);
  const read = meter(contestant);
  const { connected, ms } = await generator.run('connect', { port: broker.port, count });
  const used = read();
  await generator.run('subscribe');
  await generator.run('heartbeatOnce');
  await pause(SETTLE_MS);
  const full = residentBytes(broker.pid);
  const { alive, lost } = await generator.run('ping', { seconds: PING_SECONDS });
  const each = (cpuMs: number) => (cpuMs * 1000) / connected;
  return {
    alive,
    lost,
    kilobytes: (full - empty) / 1000 / connected,
    brokerEach: each(used.brokerMs),
    postgresEach: each(used.postgresMs),
    generatorEach: each(used.generatorMs),
    perSecond: connected / (ms / 1000),
  };
}
