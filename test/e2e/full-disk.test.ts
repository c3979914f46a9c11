import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { confirm, create, png, startLibrary, text, upload } from '#test/modules/library/stand.ts';
import type { ApiResponse } from '#test/support/client.ts';
import { canMount, smallDisk } from '#test/support/small-disk.ts';

const noRoom = (t: ExecutionContext, answer: ApiResponse, what: string) =>
  t.is(`${answer.status} ${answer.body.error?.code}`, '503 processing_unavailable', what);

/** From now on Postgres says of every row of these schemas what it says when its disk is full. */
const FILL = `
  create function fail_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  do $$ declare t record; begin
    for t in select schemaname, tablename from pg_tables
      where schemaname in ('identity', 'display', 'library', 'billing', 'platform') loop
      execute format('create trigger no_room before insert or update on %I.%I for each statement execute function fail_full()',
        t.schemaname, t.tablename);
    end loop;
  end $$`;

test('a database whose disk is full is 503 on every route that writes, and reading goes on', async (t) => {
  const stand = await startLibrary();
  t.teardown(() => stand.close());
  const { client, email, password } = await stand.newUser();
  const picture = Buffer.alloc(100, 1);
  const pending = await create(client, { mode: 'hardcode', output: {}, assets: [png(picture.length)] });
  const id = pending.body.content.id;
  const note = (await create(client, { assets: [text('Kept.')] })).body.content.id;
  const enrolled = await client.post('/api/device/v1/enroll', { body: { hardwareId: 'one' } });
  await stand.app.db.raw(FILL);
  const account = { email: 'two@example.org', username: 'two', password: 'correct horse' };
  const calls: Record<string, () => Promise<ApiResponse>> = {
    'POST /contents': () => create(client, { assets: [text('Lost.')] }),
    'POST /analyses': () =>
      client.post('/api/app/v1/analyses', {
        body: { contentIds: [note], target: { output: {} } },
        key: randomUUID(),
      }),
    'upload tickets': () =>
      client.post(`/api/app/v1/contents/${id}/upload-tickets`, { body: { assetIndexes: [0] } }),
    register: () => stand.client.post('/auth/register', { body: account }),
    login: () => stand.client.post('/auth/login', { body: { identifier: email, password } }),
    'new token': () => client.post('/auth/tokens', { body: { name: 'late' } }),
    profile: () => client.put('/auth/me', { body: { username: 'other' } }),
    enrol: () => stand.client.post('/api/device/v1/enroll', { body: { hardwareId: 'two' } }),
    claim: () => client.post('/api/app/v1/displays/claim', { body: { code: enrolled.body.claim.code } }),
    settings: () =>
      client.put('/api/app/v1/settings', {
        body: { timeZone: 'Europe/Berlin', schedule: { enabled: false, at: '07:00', intent: null } },
      }),
  };
  for (const [what, call] of Object.entries(calls)) noRoom(t, await call(), what);
  t.is((await client.get('/api/app/v1/contents')).body.items.length, 2);
});

const onSmallDisk = canMount() ? test : test.skip;

onSmallDisk(
  'an upload to a disk that is full is 503, leaves nothing behind, and one that fits goes on',
  async (t) => {
    const folder = smallDisk(t, '1m');
    const stand = await startLibrary({ settings: { STORAGE_URL: `file:${folder}/objects` } });
    t.teardown(() => stand.close());
    const { client } = await stand.newUser();
    const ticketFor = async (size: number) => {
      const { body } = await create(client, { mode: 'hardcode', output: {}, assets: [png(size)] });
      return { ticket: body.uploadTickets[0], id: body.content.id };
    };
    const large = Buffer.alloc(2 * 1024 * 1024, 1);
    t.is(await upload((await ticketFor(large.length)).ticket, large), 503);
    const small = Buffer.alloc(500 * 1024, 1);
    const fits = await ticketFor(small.length);
    t.is(await upload(fits.ticket, small), 204);
    t.is((await confirm(client, fits.id)).status, 200);
  },
);
