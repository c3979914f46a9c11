import { setImmediate as turn } from 'node:timers/promises';
import anyTest, { type TestFn } from 'ava';
import type { FaultyGateway } from './model/faulty-gateway.ts';
import { connect, lifeIn } from './model/life.ts';
import { type FaultyStand, startFaultyStand } from './model/stand.ts';

/** A gateway that ends just when its database does: it has a panel to let go of, and is renewing presence all the time. */
const test = anyTest.serial as TestFn<FaultyStand>;
test.before(async (t) => {
  t.context = await startFaultyStand(1, {}, { presenceRenewal: 1 });
});
test.after.always(async (t) => t.context.close?.());

/** Half a second for the database and for its listener; the rest is for a busy machine. */
const LIMIT_MS = 30_000;

type Fault = 'cut' | 'freeze' | 'cutListener' | 'loseNextCommit';
const faults: [string, Fault[]][] = [
  ['is cut off', ['cut']],
  ['is frozen', ['freeze']],
  ['is frozen while its listener connects again', ['freeze', 'cutListener']],
  ['loses the answer to a commit', ['loseNextCommit']],
];

const moments: [string, (gateway: FaultyGateway) => Promise<void>][] = [
  ['before its end', async () => {}],
  ['when its end begins', async (gateway) => void gateway.gone()],
  [
    'in the midst of its end',
    async (gateway) => {
      void gateway.gone();
      for (let n = 0; n < 3; n++) await turn();
    },
  ],
];

for (const [what, all] of faults)
  for (const [when, begin] of moments)
    test(`a gateway whose database ${what} ${when} stops without waiting for it`, async (t) => {
      const stand = t.context;
      const life = await lifeIn(t, stand);
      await connect(life);
      const [gateway] = stand.gateways as [FaultyGateway];
      await begin(gateway);
      const started = performance.now();
      for (const fault of all) gateway.database[fault]();
      await gateway.gone();
      t.true(performance.now() - started < LIMIT_MS);
      await stand.replaceGateway(0);
    });
