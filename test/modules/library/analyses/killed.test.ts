import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { photographPng } from '#test/support/images.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  events,
  png,
  read,
  startLibrary,
  until,
  upload,
} from './stand.ts';

const PROGRAM = join(import.meta.dirname, 'run-and-die.ts');

for (const step of ['reading a file', 'inside the last transaction']) {
  test(`a worker killed while ${step}: another one ends the run, with one presentation`, async (t) => {
    const stand = await startLibrary();
    t.teardown(() => stand.close());
    const photo = await photographPng(160, 96);
    const { client } = await stand.newUser();
    await claimDisplay(client);
    const made = await create(client, { mode: 'auto', assets: [png(photo.length)] });
    const { id } = made.body.content;
    await upload(made.body.uploadTickets[0], photo);
    await confirm(client, id);
    const env = {
      ...COMPILE_CACHE,
      DATABASE_URL: stand.config.DATABASE_URL,
      STORAGE_URL: stand.config.STORAGE_URL,
      PLACARD_SECRET: TEST_SECRET,
    };
    const work = (until: string) => spawn(process.execPath, [PROGRAM, until], { env, stdio: 'inherit' });
    t.is((await once(work(step), 'exit'))[1], 'SIGKILL');
    t.is((await read(client, id)).body.state, 'processing');
    t.deepEqual((await client.get(`${APP}/presentations?scope=all`)).body.items, []);

    const start = performance.now();
    const rescuer = work('never');
    t.teardown(() => rescuer.kill('SIGKILL'));
    const ready = await until(client, id, 'ready');
    t.log(`resumed and done within ${((performance.now() - start) / 1000).toFixed(1)} s`);
    t.is(ready.presentationIds.length, 1);
    t.is((await client.get(`${APP}/presentations?scope=all`)).body.items.length, 1);
    const all = await events(client, ready.analysisIds[0]);
    t.true(all.some(({ type }) => type === 'analysis.lease_expired'));
  });
}
