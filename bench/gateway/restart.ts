import type { Figure } from '../figure.ts';
import { type Contestant, contest } from './contest.ts';
import { meter } from './meter.ts';
import { now } from './now.ts';
import { versus } from './versus.ts';

const PANELS = 10_000;
/** Long enough to count the panels that reconnect after the goal. */
const LIMIT_SECONDS = 60;

/** Reconnects all panels at once after a `kill -9` of the broker, which is started again immediately. */
export async function benchRestart(): Promise<Figure[]> {
  const figure = versus(await contest(PANELS, measure));
  return [
    figure(`panels back after a kill, of ${PANELS}`, 'panels', ({ back }) => back, {
      goal: PANELS,
      atLeast: true,
    }),
    figure('from the kill to the last one subscribed again', 's', ({ seconds }) => seconds, { goal: 2 }),
    figure('the same: until the broker listens', 's', ({ startSeconds }) => startSeconds),
    figure('the same: attempts that failed', 'attempts', ({ failed }) => failed),
    figure('the same: CPU of the broker', 's', ({ brokerMs }) => brokerMs / 1000),
    figure('the same: CPU of Postgres', 's', ({ postgresMs }) => postgresMs / 1000),
    figure('the same: CPU of the load generator', 's', ({ generatorMs }) => generatorMs / 1000),
  ];
}

async function measure(contestant: Contestant) {
  const { broker, generator } = contestant;
  await generator.run('connect', { port: broker.port, count: PANELS });
  await generator.run('subscribe');
  const reconnecting = generator.run('reconnect', { port: broker.port, seconds: LIMIT_SECONDS });
  const begin = now();
  await broker.kill();
  await broker.restart();
  const startSeconds = (now() - begin) / 1000;
  const read = meter(contestant);
  const { at, back, failed } = await reconnecting;
  return { seconds: (at - begin) / 1000, startSeconds, back, failed, ...read() };
}
