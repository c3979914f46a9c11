import test from 'ava';
import { newId } from '#shared/ids.ts';
import { analyse, note } from '#test/modules/library/analyses/stand.ts';
import { workerContext } from '#test/modules/library/analyses/worker-context.ts';
import type { ApiResponse, Client } from '#test/support/client.ts';
import { whileUserIsLocked } from '#test/support/user-first.ts';
// Behind index.ts: an account that is deleted between authentication and the write.
import { writeSettings } from '../../../../modules/library/analyses/schedule/user-settings.ts';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  png,
  startLibrary,
  upload,
} from '../stand.ts';

/** Whatever changes a Content has to hold the user first. */
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

const ACTS: Record<string, (own: Own) => Promise<ApiResponse>> = {
  confirming: ({ client, id }) => confirm(client, id),
  deleting: ({ client, id }) => client.delete(`${APP}/contents/${id}`),
  'renewing tickets of': ({ client, id }) =>
    client.post(`${APP}/contents/${id}/upload-tickets`, { body: { assetIndexes: [0] } }),
};

for (const [what, act] of Object.entries(ACTS)) {
  test(`${what} a Content locks the user before the Content`, async (t) => {
    const { client, userId } = await stand.newUser();
    const displayId = await claimDisplay(client);
    const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
    const { id } = created.body.content;
    await upload(created.body.uploadTickets[0], BYTES);

    const content = { table: 'library.contents', id };
    const { status } = await whileUserIsLocked(stand.app.db, userId, content, () => act({ client, id }));
    t.true(status < 300);
  });
}

test('analysing a Content locks the user before the Content', async (t) => {
  const { client, userId } = await stand.newUser();
  const id = await note(client);
  const content = { table: 'library.contents', id };
  const { status } = await whileUserIsLocked(stand.app.db, userId, content, () =>
    analyse(client, { mode: 'ai', contentIds: [id], target: { output: { preset: 'macos-widget-small' } } }),
  );
  t.is(status, 202);
});

test('storing settings of an account that was deleted meanwhile is 401', async (t) => {
  const context = await workerContext(stand);
  const settings = { timeZone: 'UTC', schedule: { enabled: false, at: '07:00', intent: null } };
  await t.throwsAsync(writeSettings(context, newId(), settings), { code: 'authentication_failed' });
});
