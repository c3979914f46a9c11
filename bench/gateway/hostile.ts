import type { Figure } from '../figure.ts';
import { percentile } from '../single-row.ts';
import { type Contestant, contest } from './contest.ts';
import { forgetPeak, openFileLimit, peakBytes, residentBytes } from './process-figures.ts';
import { startGenerator } from './start-generator.ts';
import { versus } from './versus.ts';

const HALF_OPEN = 10_000;
const GONE_SECONDS = 12;
/** Panels that are served meanwhile, and their messages. */
const PANELS = 2_000;
const PACE = { perSecond: 400, seconds: 8 };
const KNOCKS_PER_SECOND = 500;
/** Ten commits a second take in the heartbeats of panels, so that one may wait for 100 ms; half as much again is slow. */
const FLOODED_P99_MS = 150;

/** What strangers can do to a broker. */
export async function benchHostile(): Promise<Figure[]> {
  const count = Math.min(HALF_OPEN, openFileLimit() - 500);
  const figure = versus(await contest(PANELS, (contestant) => measure(contestant, count)));
  const flood = `${KNOCKS_PER_SECOND} connects a second with wrong passwords`;
  return [
    figure(`half-open sockets, of ${HALF_OPEN}`, 'sockets', ({ opened }) => opened),
    figure(`the same: left after ${GONE_SECONDS} s`, 'sockets', ({ left }) => left, { goal: 0, alone: true }),
    figure('the same: longest life of those that went', 's', ({ longest }) => longest ?? Number.NaN, {
      goal: GONE_SECONDS,
      alone: true,
    }),
    figure('packet of 256 MB before CONNECT: growth', 'MB', ({ before }) => before, {
      goal: 30,
      alone: true,
    }),
    figure('packet of 256 MB after CONNECT: growth', 'MB', ({ after }) => after, { goal: 30, alone: true }),
    figure(`heartbeats of ${PANELS} panels: acknowledged, p99`, 'ms', ({ quiet }) => quiet),
    figure(`the same during ${flood}`, 'ms', ({ flooded }) => flooded, {
      goal: FLOODED_P99_MS,
      alone: true,
    }),
    figure('the same: never acknowledged', 'messages', ({ missing }) => missing, { goal: 0, alone: true }),
    figure('the same: connects turned away', '1/s', ({ refusedPerSecond }) => refusedPerSecond),
  ];
}

async function measure({ broker, generator }: Contestant, count: number) {
  const { port } = broker;
  const halfOpen = await generator.run('halfOpen', { port, count, seconds: GONE_SECONDS });
  const growth = async (connected: boolean) => {
    forgetPeak(broker.pid);
    const resident = residentBytes(broker.pid);
    await generator.run('giant', { port, connected });
    return (peakBytes(broker.pid) - resident) / 1e6;
  };
  const giants = { before: await growth(false), after: await growth(true) };
  await generator.run('connect', { port, count: PANELS });
  await generator.run('subscribe');
  const quiet = await generator.run('heartbeats', PACE);
  const stranger = await startGenerator();
  try {
    const knocking = stranger.run('knock', { port, ...PACE, perSecond: KNOCKS_PER_SECOND });
    const flooded = await generator.run('heartbeats', PACE);
    const { refused } = await knocking;
    return {
      ...halfOpen,
      ...giants,
      quiet: percentile(quiet.taken, 0.99),
      flooded: percentile(flooded.taken, 0.99),
      missing: flooded.missing,
      refusedPerSecond: refused / PACE.seconds,
    };
  } finally {
    await stranger.close();
  }
}
