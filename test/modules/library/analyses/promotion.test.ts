import test from 'ava';
// Behind index.ts: how many connections of the database are held while uploads are copied.
import { analysisRequest } from '../../../../modules/library/analyses/analysis-request.ts';
import { promoteContents } from '../../../../modules/library/analyses/create-analysis.ts';
import {
  analyse,
  claimDisplay,
  code,
  create,
  type LibraryStand,
  png,
  startLibrary,
  table,
  upload,
} from './stand.ts';
import { workerContext } from './worker-context.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const BYTES = new Uint8Array([1, 2, 3, 4, 5]);

test.serial(
  'copying uploads holds no connection of the database, and refused requests copy nothing',
  async (t) => {
    const { client, userId } = await stand.newUser();
    await claimDisplay(client);
    const created = await create(client, { mode: 'auto', assets: [png(5), png(5)] });
    for (const ticket of created.body.uploadTickets) await upload(ticket, BYTES);
    const contentIds = [created.body.content.id];
    const context = await workerContext(stand);
    const used: number[] = [];
    const store: typeof context.store = {
      ...context.store,
      async promote(...call) {
        used.push(context.db.client.pool.numUsed());
        return context.store.promote(...call);
      },
    };
    const ask = (body: unknown) =>
      promoteContents({ ...context, store }, { userId, request: analysisRequest.parse(body) });
    await t.throwsAsync(ask({ contentIds: [...contentIds, crypto.randomUUID()] }), {
      message: /no such content/,
    });
    await t.throwsAsync(ask({ contentIds, mode: 'direct', target: { output: {} } }), {
      message: /exactly one/,
    });
    t.deepEqual(used, []);
    const promoted = await ask({ contentIds });
    t.deepEqual(used, [0, 0]);
    t.is(promoted.get(contentIds[0])?.size, 2);
  },
);

test('copied uploads are recorded once with the analysis, even by parallel requests', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const created = await create(client, { mode: 'auto', assets: [png(5), png(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], BYTES);
  const early = await analyse(client, { contentIds: [id] });
  t.is(code(early), '409 asset_not_uploaded');
  t.deepEqual(early.body.error.details.failedAssets, [{ contentId: id, assetIndex: 1 }]);
  await upload(created.body.uploadTickets[1], BYTES);
  const responses = await Promise.all(Array.from({ length: 8 }, () => analyse(client, { contentIds: [id] })));
  t.is(responses.filter(({ status }) => status === 202).length, 5);
  for (const response of responses) t.true([202, 409].includes(response.status), response.text);
  t.is((await table(stand, 'files').where({ content_id: id })).length, 2);
});
