import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import {
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  png,
  read,
  startLibrary,
  upload,
} from '../stand.ts';
import { effects } from './effects.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const PROGRAM = join(import.meta.dirname, 'confirm-and-die.ts');
const BYTES = new Uint8Array([1, 2, 3, 4, 5]);
const NOTHING = { presentations: 0, tasks: 0, jobs: 0, files: 0 };
const ONCE = { presentations: 1, tasks: 1, jobs: 1, files: 1 };

for (const [step, left, state] of [
  ['before the copy', NOTHING, 'pending'],
  ['after the copy', NOTHING, 'pending'],
  ['inside the transaction', NOTHING, 'pending'],
  ['after the commit', ONCE, 'processing'],
] as const) {
  test(`a process killed in confirm ${step}: the next confirm finds or makes the one effect`, async (t) => {
    const { client, userId } = await stand.newUser();
    const displayId = await claimDisplay(client);
    const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
    const { id } = created.body.content;
    await upload(created.body.uploadTickets[0], BYTES);

    const env = {
      ...COMPILE_CACHE,
      DATABASE_URL: stand.config.DATABASE_URL,
      STORAGE_URL: stand.config.STORAGE_URL,
      PLACARD_SECRET: TEST_SECRET,
    };
    const child = spawn(process.execPath, [PROGRAM, step, userId, id], { env, stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    t.is(signal, 'SIGKILL');

    t.deepEqual(await effects(stand.app.db, id), left);
    t.is((await read(client, id)).body.state, state);
    t.is((await confirm(client, id)).body.state, 'processing');
    t.deepEqual(await effects(stand.app.db, id), ONCE);
    t.is(await upload(created.body.uploadTickets[0], BYTES), 204, 'the same bytes change nothing');
    t.is(await upload(created.body.uploadTickets[0], BYTES.toReversed()), 409);
  });
}
