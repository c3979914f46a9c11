import { parseArgs } from 'node:util';
import anyTest, { type TestFn } from 'ava';
import * as fc from 'fast-check';
import { applyEvent } from './model/apply-event.ts';
import { calmDown } from './model/calm.ts';
import { beginLife, endLife } from './model/life.ts';
import { type FaultyStand, startFaultyStand } from './model/stand.ts';
import { type Event, lives } from './model/steps.ts';

/**
 * `make test AVA_FLAGS="--timeout 8h" FILES="test/gateway/reconciliation.test.ts -- --seed 7 --lives 2000"` hunts for
 * longer and from another seed; `--shrink` makes a life that fails as short as it can be. `--replay` with the events of a life, as they were
 * printed, lives that one, `--lives` times.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: {
    seed: { type: 'string' },
    lives: { type: 'string' },
    shrink: { type: 'boolean' },
    replay: { type: 'string' },
  },
});
const seed = Number(values.seed ?? 20_261_122);
const count = Number(values.lives ?? 40);

const test = anyTest as TestFn<FaultyStand>;
test.before(async (t) => {
  t.context = await startFaultyStand();
});
test.after.always(async (t) => t.context.close?.());

async function live(stand: FaultyStand, events: Event[]): Promise<void> {
  const life = await beginLife(stand);
  try {
    for (const event of events) await applyEvent(life, event);
    await calmDown(life);
  } finally {
    await endLife(life);
  }
}

test('random events of a panel never lead to a forbidden state, and it ends on the wanted picture', async (t) => {
  const given = values.replay && fc.constant(JSON.parse(String(values.replay)) as Event[]);
  const outcome = await fc.check(
    fc.asyncProperty(given || lives, (events) => live(t.context, events)),
    { seed, numRuns: count, endOnFailure: !values.shrink },
  );
  if (!outcome.failed) return t.pass();
  const [events] = outcome.counterexample ?? [];
  t.log(`life ${outcome.numRuns} of seed ${seed}; to live it again: --replay '${JSON.stringify(events)}'`);
  throw outcome.errorInstance;
});
