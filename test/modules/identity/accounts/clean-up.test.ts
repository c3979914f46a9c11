import test from 'ava';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

test('expired rows are removed, and no others', async (t) => {
  const stand = await startStand();
  const { client, clock, db } = stand;
  const account = await register(client);
  await account.client.post('/auth/tokens', { body: { name: 'short', expiresInDays: 1 } });
  await account.client.post('/auth/tokens', { body: { name: 'ever', expiresInDays: null } });
  const names = () => db('identity.personal_access_tokens').pluck('name');
  const count = async (table: string) => (await db(`identity.${table}`)).length;
  await stand.cleanUp();
  t.deepEqual([await count('sessions'), await count('refresh_tokens'), (await names()).length], [1, 1, 2]);
  clock.move({ days: 2 });
  await stand.cleanUp();
  t.deepEqual(await names(), ['ever']);
  t.is(await count('sessions'), 1);
  clock.move({ days: 179 });
  await stand.cleanUp();
  t.deepEqual([await count('sessions'), await count('refresh_tokens'), await count('users')], [0, 0, 1]);
  await stand.close();
});
