import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import {
  analyse,
  claimDisplay,
  confirm,
  create,
  note,
  text,
  until,
  untilOver,
} from '#test/modules/library/analyses/stand.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { planSettings } from '#test/support/plans.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { startPlans } from './stand.ts';

const PROGRAM = join(import.meta.dirname, '../analyses/run-and-die.ts');
const PLANS = { pro: { quotas: { pushes: 2, ai_analyses: 2 } } };

test('when a worker is killed while it accepts a plan, no unit is lost or counted twice', async (t) => {
  const stand = await startPlans(PLANS);
  t.teardown(() => stand.close());
  const { client, userId } = await stand.newUser();
  await stand.subscribe(userId);
  const displayIds = [await claimDisplay(client), await claimDisplay(client), await claimDisplay(client)];
  const made = await create(client, { mode: 'manual', displayId: displayIds[0], assets: [text('Milk.')] });
  const { id } = made.body.content;
  await confirm(client, id);
  const env = {
    ...COMPILE_CACHE,
    ...planSettings(PLANS),
    DATABASE_URL: stand.config.DATABASE_URL,
    STORAGE_URL: stand.config.STORAGE_URL,
    PLACARD_SECRET: TEST_SECRET,
  };
  const work = (until: string) => spawn(process.execPath, [PROGRAM, until], { env, stdio: 'inherit' });
  t.is((await once(work('inside the last transaction'), 'exit'))[1], 'SIGKILL');
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 1, settled: 0, returned: 0 });
  t.deepEqual(await stand.units(userId, 'pushes'), { reserved: 0, settled: 0, returned: 0 });

  const rescuer = work('never');
  t.teardown(() => rescuer.kill('SIGKILL'));
  await until(client, id, 'ready');
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 1, returned: 0 });
  t.deepEqual(await stand.units(userId, 'pushes'), { reserved: 1, settled: 0, returned: 0 });

  const wide = await analyse(client, { contentIds: [await note(client)], target: { displayIds } });
  t.like(await untilOver(client, wide.body.id), { state: 'completed' });
  t.deepEqual(await stand.units(userId, 'pushes'), { reserved: 2, settled: 0, returned: 0 });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 2, returned: 0 });
});
