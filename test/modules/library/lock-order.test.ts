import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import type { Answer, Client } from '#test/support/client.ts';
import { APP, claimDisplay, confirm, create, type LibraryStand, png, startLibrary, upload } from './stand.ts';

/**
 * Deletion of an account holds the user, then what is the user's. Whatever changes a Content has to hold the user first,
 * or the two wait for each other.
 */
let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const BYTES = new Uint8Array([1, 2, 3, 4, 5]);

interface Own {
  client: Client;
  id: string;
}

const ACTS: Record<string, (own: Own) => Promise<Answer>> = {
  confirming: ({ client, id }) => confirm(client, id),
  deleting: ({ client, id }) => client.delete(`${APP}/contents/${id}`),
  'renewing tickets of': ({ client, id }) =>
    client.post(`${APP}/contents/${id}/upload-tickets`, { body: { assetIndexes: [0] } }),
};

for (const [what, act] of Object.entries(ACTS)) {
  test(`${what} a Content waits for the user before it holds the Content`, async (t) => {
    const { db } = stand.app;
    const { client, userId } = await stand.newUser();
    const displayId = await claimDisplay(client);
    const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
    const { id } = created.body.content;
    await upload(created.body.uploadTickets[0], BYTES);

    const deletion = await db.transaction();
    await deletion('identity.users').where({ id: userId }).forUpdate().first('id');
    const { rows } = await deletion.raw('select pg_backend_pid() as pid');
    const acting = act({ client, id });
    const blocked = () => db('pg_stat_activity').whereRaw('? = any (pg_blocking_pids(pid))', [rows[0].pid]);
    while ((await blocked()).length === 0) await pause(5);
    await t.notThrowsAsync(async () => {
      await deletion('library.contents').where({ id }).forUpdate().noWait().first('id');
    });
    await deletion.commit();
    t.true((await acting).status < 300);
  });
}
