import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { until, within } from '#test/support/until.ts';
import { tendAnalyses } from '../analyses/stand.ts';
import type { Pusher } from '../push/stand.ts';
import { APP, claimDisplay, create, parallel, png, text } from '../stand.ts';
import { type StorageStand, startStorage } from './storage-stand.ts';

const LIMIT = 9_000_000;
/** What a run over a link reserves, and a little. */
const FOR_A_LINK = 2_700_000;
const FOR_A_NOTE = 600_000;

let stand: StorageStand;
let web: Server;
let site: string;
/** Resolves once the slow page is requested, with what lets it come. */
let slowRequest = Promise.withResolvers<() => void>();

test.before(async () => {
  // Noise: what is found is as large as it is, whatever is done to it.
  const noise = await encode({ width: 1100, height: 1100, data: randomBytes(1100 * 1100 * 3) })
    .png()
    .toBuffer();
  web = createServer(async (request, response) => {
    if (request.url === '/noise.png') return response.setHeader('content-type', 'image/png').end(noise);
    if (request.url === '/slow') {
      await new Promise<void>((resolve) => slowRequest.resolve(resolve));
      return response.setHeader('content-type', 'text/plain').end('It came in the end.');
    }
    response.setHeader('content-type', 'text/html').end(
      `<html><head><title>Sand</title><meta property="og:title" content="Sand">
       <meta property="og:image" content="${site}/noise.png"></head>
       <body><article><p>${'A page about sand, and how it looks from very near. '.repeat(8)}</p></article></body></html>`,
    );
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  stand = await startStorage(LIMIT, { worker: true, settings: { LINK_FETCH_ALLOW: '127.0.0.1' } });
});
test.after.always(async () => {
  await stand?.close();
  web?.closeAllConnections();
  web?.close();
});

test.serial(
  'frames that are larger than the reservation are checked against the storage limit again',
  async (t) => {
    const idle = await startStorage(LIMIT);
    t.teardown(() => idle.close());
    const pusher = await idle.newPusher();
    const photo = await encode(drawPhotograph(400, 240)).jpeg().toBuffer();
    const pushed = await pusher.push('/kitchen?mode=hardcode', photo);
    t.is(pushed.status, 201, JSON.stringify(pushed.body));
    const [{ id: presentationId }] = pushed.body.presentations;
    const task = idle.app.db('display.render_tasks').where({ presentation_id: presentationId });
    await task.update({ reserved_bytes: 1 });
    await idle.leaveOnly(pusher, photo.length + 10_000);
    await idle.app.jobs.work(idle.app.jobHandlers);
    const failed = await until('the presentation fails', async () => {
      const read = await pusher.session.get(`${APP}/presentations/${presentationId}`);
      return read.body.state !== 'preparing' && read.body;
    });
    t.is(failed.state, 'failed');
    t.is(failed.failure.code, 'processing_unavailable');
    t.regex(failed.failure.message, /more than the 9000000 bytes/);
    t.deepEqual(await idle.keys(pusher, 'frames/'), []);
  },
);

test.serial(
  'a linked picture that exceeds the storage limit fails the push, and leaves nothing',
  async (t) => {
    const pusher = await stand.newPusher();
    const filler = await stand.leaveOnly(pusher, FOR_A_LINK);
    const { status, body } = await pusher.push('', `${site}/article`);
    t.is(status, 201);
    const { id } = body.content;
    const failed = await over(pusher, id);
    t.is(failed.state, 'failed');
    t.is(failed.failure.code, 'processing_unavailable');
    t.regex(failed.failure.message, /more than the 9000000 bytes/);
    t.deepEqual(await stand.keys(pusher, 'assets/'), []);
    t.deepEqual(failed.presentationIds, []);

    await pusher.session.delete(`${APP}/contents/${filler}`);
    const again = await pusher.push('', `${site}/article`);
    t.is((await over(pusher, again.body.content.id)).state, 'ready', 'with room it is shown');
    t.is((await stand.keys(pusher, 'assets/')).length, 1);
  },
);

test.serial('a run that chose more displays than there is room for makes no page', async (t) => {
  const pusher = await stand.newPusher();
  await parallel(3, () => claimDisplay(pusher.session));
  const filler = await stand.leaveOnly(pusher, 2 * FOR_A_NOTE);
  const refused = await pusher.push('?intent=on+all+displays', 'Dinner is ready');
  t.is(refused.status, 201);
  const failed = await over(pusher, refused.body.content.id);
  t.is(failed.failure?.code, 'processing_unavailable');
  t.is(failed.failure.stage, 'creating_presentations');
  t.deepEqual(failed.presentationIds, []);

  await pusher.session.delete(`${APP}/contents/${filler}`);
  const again = await pusher.push('?intent=on+all+displays', 'Dinner is ready');
  t.is((await over(pusher, again.body.content.id)).presentationIds.length, 4);
});

test.serial('an archive without room is made when it is requested after there is room', async (t) => {
  const pusher = await stand.newPusher();
  const words = Array.from({ length: 3 }, () => text(randomBytes(45_000).toString('base64')));
  const material = await create(pusher.session, { assets: words });
  const filler = await stand.leaveOnly(pusher, 70_000);
  const output = { viewport: { width: 100, height: 100 }, formats: ['scene'], colorMode: 'monochrome' };
  const created = await pusher.session.post(`${APP}/analyses`, {
    key: 'large-archive',
    body: { mode: 'ai', contentIds: [material.body.content.id], target: { output } },
  });
  t.is(created.status, 202, JSON.stringify(created.body));
  const archive = () => pusher.session.get(`${APP}/analyses/${created.body.id}/archive`);
  const row = () => stand.app.db('library.analyses').where({ id: created.body.id }).first();
  await until('the archive is given up', async () => {
    const { state, reserved_bytes } = await row();
    return state === 'completed' && reserved_bytes === 0;
  });
  t.deepEqual(await stand.keys(pusher, 'archives/'), []);
  const rest = LIMIT - (LIMIT - 70_000) - (await stand.stored(pusher));
  t.is((await create(pusher.session, { assets: [png(rest)] })).status, 201);
  const full = await archive();
  t.is(`${full.status} ${full.body.error?.code}`, '503 processing_unavailable');

  await pusher.session.delete(`${APP}/contents/${filler}`);
  await until('the archive is made', async () => (await archive()).status === 200);
  t.is((await stand.keys(pusher, 'archives/')).length, 1);
});

test.serial('the picture of a preview counts while it is stored', async (t) => {
  const pusher = await stand.newPusher();
  const preview = (words: string) => pusher.session.post(`${APP}/previews`, { raw: Buffer.from(words) });
  await stand.leaveOnly(pusher, FOR_A_LINK);
  slowRequest = Promise.withResolvers();
  const slow = preview(`${site}/slow`);
  const finishResponse = await within('the slow page is asked for', slowRequest.promise);
  const meanwhile = await Promise.all([
    preview('A note'),
    pusher.push('', 'A note'),
    create(pusher.session, { assets: [png(FOR_A_LINK / 2)] }),
  ]);
  for (const { status, body } of meanwhile)
    t.is(`${status} ${body.error?.code}`, '503 processing_unavailable');
  finishResponse();
  t.is((await slow).status, 200);
  t.deepEqual(await stand.keys(pusher, 'previews/'), []);
  t.is((await preview('A note')).status, 200, 'given back');

  const large = await preview(`${site}/article`);
  t.is(`${large.status} ${large.body.error?.code}`, '503 processing_unavailable');
  t.regex(large.body.error.message, /more than the 9000000 bytes/);
  t.deepEqual(await stand.keys(pusher, 'previews/'), []);
  t.is((await create(pusher.session, { assets: [png(FOR_A_LINK)] })).status, 201, 'all of it is free');
});

test.serial(
  'a daily run is skipped while the storage limit is reached, and runs on a day with room',
  async (t) => {
    const pusher = await stand.newPusher();
    const settings = () => stand.app.db('library.settings').where({ user_id: pusher.userId });
    const dueRun = async () => {
      await settings().update({ next_run_at: new Date(Date.now() - 60_000) });
      await tendAnalyses(stand);
      return (await settings().first()).next_run_at;
    };
    const runs = async () => (await pusher.session.get(`${APP}/analyses`)).body.items;
    const schedule = { enabled: true, at: '07:00', intent: null };
    await pusher.session.put(`${APP}/settings`, { body: { timeZone: 'UTC', schedule } });
    const filler = await stand.leaveOnly(pusher, FOR_A_NOTE);
    t.true((await dueRun()) > new Date(), 'the next day is planned');
    t.deepEqual(await runs(), []);

    await pusher.session.delete(`${APP}/contents/${filler}`);
    t.true((await dueRun()) > new Date());
    t.like(await runs(), [{ trigger: 'scheduled' }]);
  },
);

/** The Content once it is ready or failed. */
function over({ session }: Pusher, id: string) {
  return until('the content is over', async () => {
    const { body } = await session.get(`${APP}/contents/${id}`);
    return (body.state === 'ready' || body.state === 'failed') && body;
  });
}
