import { readdir } from 'node:fs/promises';
import test from 'ava';
import { until } from '#test/support/until.ts';
import {
  APP,
  analyse,
  archiveOf,
  claimDisplay,
  type LibraryStand,
  note,
  startLibrary,
  table,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
});
test.after.always(() => stand?.close());

const TABLES = ['analyses', 'analysis_contents', 'analysis_events', 'settings', 'content_blocks'];

test('erasing an account deletes its analyses, events, settings and archives', async (t) => {
  const { client, userId, password } = await stand.newUser();
  await claimDisplay(client);
  await client.put(`${APP}/settings`, {
    body: { timeZone: 'Asia/Tokyo', schedule: { enabled: true, at: '06:30' } },
  });
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  await untilOver(client, body.id);
  await archiveOf(client, body.id);
  for (const name of TABLES) t.true((await table(stand, name).where({ user_id: userId })).length > 0, name);
  t.is((await client.delete('/auth/account', { body: { confirm: true, password } })).status, 204);
  for (const name of TABLES) t.deepEqual(await table(stand, name).where({ user_id: userId }), [], name);
  const folder = stand.config.STORAGE_URL.slice('file:'.length);
  const left = async () => {
    const names = await readdir(folder, { recursive: true }).catch(() => [userId]);
    return names.filter((name) => name.includes(userId) && name.endsWith('.zip'));
  };
  await until('archives to be gone', async () => (await left()).length === 0);
});

test('an account can be erased while its analyses are under way', async (t) => {
  const { client, userId, password } = await stand.newUser();
  await claimDisplay(client);
  for (let i = 0; i < 5; i++) await analyse(client, { contentIds: [await note(client)] });
  t.is((await client.delete('/auth/account', { body: { confirm: true, password } })).status, 204);
  for (const name of TABLES) t.deepEqual(await table(stand, name).where({ user_id: userId }), [], name);
});
