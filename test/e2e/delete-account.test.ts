import { readdir } from 'node:fs/promises';
import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson, sendBytes } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';

const PASSWORD = 'correct horse';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app.close());

const idOf = async (person: Person) => (await person.app.get('/auth/me')).body.id as string;

/** Every table of every module that says whose its rows are, with how many are this user's. */
async function tracesOf(userId: string): Promise<Record<string, number>> {
  const { db } = app.app;
  const columns = await db('information_schema.columns')
    .where({ column_name: 'user_id' })
    .whereIn('table_schema', ['identity', 'billing', 'display', 'library'])
    .select('table_schema', 'table_name');
  const traces: Record<string, number> = {};
  for (const { table_schema, table_name } of columns) {
    const name = `${table_schema}.${table_name}`;
    const [row] = await db(name).where({ user_id: userId }).count<{ count: number }[]>();
    if (row?.count) traces[name] = row.count;
  }
  return traces;
}

/** Folders may be removed while they are read. */
async function filesBelow(folder: URL): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return filesBelow(folder);
  }
}

/** Stored objects under the user's name, staged uploads included. */
async function objectsOf(userId: string): Promise<string[]> {
  const names = await filesBelow(new URL(app.config.STORAGE_URL));
  return names.filter((name) => name.includes(`${userId}/`) && !name.endsWith(userId));
}

test('deleting an account deletes its data in every module; its panel shows a claim code', async (t) => {
  const client = createClient(app);
  const [person, neighbour] = [await registerPerson(client, app.url), await registerPerson(client, app.url)];
  const picture = { bytes: await photographPng(320, 200), contentType: 'image/png' };
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const content = await person.settled(await person.push(picture, { displayId }));
  await panel.confirmed(content.presentationIds[0]);
  await person.settled(await person.push(picture, { displayId }));
  await person.settled(await person.push(picture, { output: {} }));
  await person.upload(picture, { displayId });
  const kept = await neighbour.settled(await neighbour.push(picture, { output: {} }));

  const [userId, neighbourId] = [await idOf(person), await idOf(neighbour)];
  const before = await tracesOf(neighbourId);
  t.true(Object.keys(await tracesOf(userId)).length >= 10, 'the user has something in many tables');
  t.true((await objectsOf(userId)).length >= 5);
  const from = panel.events.list.length;

  const body = { confirm: true, password: PASSWORD };
  t.is((await person.app.delete('/auth/account', { body })).status, 204);
  t.deepEqual(await tracesOf(userId), {});
  t.deepEqual(await app.app.db('platform.removals').where({ user_id: userId }), []);
  t.is((await person.sdk.get('/api/sdk/v1/displays')).status, 401);
  t.is((await person.app.get('/api/app/v1/displays')).status, 401);
  t.is((await person.app.delete('/auth/account', { body })).status, 404);

  const code = await panel.claimCode({ from });
  await panel.events.until(
    (one) => one.what === 'frame' && one.command.kind === 'claim_code',
    { from }, // the picture has left the screen
  );
  t.is(await neighbour.claim(code), displayId, 'shared hardware: the next owner may claim it');
  const isLeft = (name: string) => /\.\w+$|[0-9a-f]{64}$/.test(name);
  await until('the objects to be gone', async () => !(await objectsOf(userId)).some(isLeft));

  const [presentationId] = kept.presentationIds;
  t.is((await neighbour.sdk.get(`/api/sdk/v1/presentations/${presentationId}`)).status, 200);
  for (const [table, count] of Object.entries(before))
    t.true(((await tracesOf(neighbourId))[table] ?? 0) >= count, table);
});

test('upload tickets of a deleted account are refused, and nothing that they bring is kept', async (t) => {
  const client = createClient(app);
  const person = await registerPerson(client, app.url);
  const userId = await idOf(person);
  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  const created = [
    await person.create(picture, { output: {} }),
    await person.create(picture, { mode: undefined }),
  ];
  const tickets = created.flatMap(({ body }) => body.uploadTickets);
  t.is(await sendBytes(tickets[0], picture), 204, 'they are good until then');
  const body = { confirm: true, password: PASSWORD };
  t.is((await person.app.delete('/auth/account', { body })).status, 204);
  await until('the objects to be gone', async () => (await objectsOf(userId)).length === 0);
  for (const ticket of tickets) t.is(await sendBytes(ticket, picture), 403);
  t.deepEqual(
    (await objectsOf(userId)).filter((name) => name.endsWith('~bytes')),
    [],
  );
});

test('pushes, uploads and claims that race against the deletion leave nothing behind', async (t) => {
  const client = createClient(app);
  const person = await registerPerson(client, app.url);
  const userId = await idOf(person);
  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  const uploaded = await Promise.all(Array.from({ length: 3 }, () => person.upload(picture, { output: {} })));
  const hardwareId = `race-${userId}`;
  const { body: enrolled } = await client.post('/api/device/v1/enroll', { body: { hardwareId } });
  const { code } = enrolled.claim;
  const statuses = await Promise.all([
    person.app.delete('/auth/account', { body: { confirm: true, password: PASSWORD } }),
    ...uploaded.map((id) => person.sdk.post(`/api/sdk/v1/contents/${id}/confirm`)),
    ...Array.from({ length: 5 }, () => person.create(picture, { output: {} })),
    person.app.post('/api/app/v1/displays/claim', { body: { code } }),
  ]).then((responses) => responses.map(({ status }) => status));
  t.is(statuses[0], 204);
  // A confirm may also find its Content gone already.
  for (const status of statuses.slice(1)) t.true([200, 201, 401, 404].includes(status), String(status));
  t.deepEqual(await tracesOf(userId), {});
});
