import type { Figure } from '../figure.ts';
import { percentile } from '../single-row.ts';
import { type Contestant, contest } from './contest.ts';
import { forgetPeak, openFileLimit, peakBytes, residentBytes } from './process-figures.ts';
import { startGenerator } from './start-generator.ts';
import { versus } from './versus.ts';

const HALF_OPEN = 10_000;
const CLOSED_SECONDS = 12;
/** The panels that are served during an attack, and their heartbeats. */
const PANELS = 2_000;
const PACE = { perSecond: 400, seconds: 8 };
const WRONG_PASSWORDS_PER_SECOND = 500;
/**
 * The gateway stores heartbeats in ten commits a second, so one may wait for 100 ms. Half as much again is the limit.
 */
const ATTACKED_P99_MS = 150;

/** The effects of attacks by clients without credentials. */
export async function benchHostile(): Promise<Figure[]> {
  const count = Math.min(HALF_OPEN, openFileLimit() - 500);
  const figure = versus(await contest(PANELS, (contestant) => measure(contestant, count)));
  const attack = `${WRONG_PASSWORDS_PER_SECOND} connects a second with wrong passwords`;
  return [
    figure(`half-open sockets, of ${HALF_OPEN}`, 'sockets', ({ opened }) => opened),
    figure(`the same: left after ${CLOSED_SECONDS} s`, 'sockets', ({ left }) => left, {
      goal: 0,
      alone: true,
    }),
    figure('the same: longest life of those that went', 's', ({ longest }) => longest ?? Number.NaN, {
      goal: CLOSED_SECONDS,
      alone: true,
    }),
    figure('packet of 256 MB before CONNECT: growth', 'MB', ({ before }) => before, {
      goal: 30,
      alone: true,
    }),
    figure('packet of 256 MB after CONNECT: growth', 'MB', ({ after }) => after, { goal: 30, alone: true }),
    figure(`heartbeats of ${PANELS} panels: acknowledged, p99`, 'ms', ({ quiet }) => quiet),
    figure(`the same during ${attack}`, 'ms', ({ attacked }) => attacked, {
      goal: ATTACKED_P99_MS,
      alone: true,
    }),
    figure('the same: never acknowledged', 'messages', ({ missing }) => missing, { goal: 0, alone: true }),
    figure('the same: connects turned away', '1/s', ({ refusedPerSecond }) => refusedPerSecond),
  ];
}

async function measure({ broker, generator }: Contestant, count: number) {
  const { port } = broker;
  const halfOpen = await generator.run('halfOpen', { port, count, seconds: CLOSED_SECONDS });
  const growth = async (connected: boolean) => {
    forgetPeak(broker.pid);
    const resident = residentBytes(broker.pid);
    await generator.run('sendOversizedPacket', { port, connected });
    return (peakBytes(broker.pid) - resident) / 1e6;
  };
  const growths = { before: await growth(false), after: await growth(true) };
  await generator.run('connect', { port, count: PANELS });
  await generator.run('subscribe');
  const quiet = await generator.run('heartbeats', PACE);
  const attacker = await startGenerator();
  try {
    const wrongPasswords = attacker.run('connectWithWrongPasswords', {
      port,
      ...PACE,
      perSecond: WRONG_PASSWORDS_PER_SECOND,
    });
    const attacked = await generator.run('heartbeats', PACE);
    const { refused } = await wrongPasswords;
    return {
      ...halfOpen,
      ...growths,
      quiet: percentile(quiet.taken, 0.99),
      attacked: percentile(attacked.taken, 0.99),
      missing: attacked.missing,
      refusedPerSecond: refused / PACE.seconds,
    };
  } finally {
    await attacker.close();
  }
}
