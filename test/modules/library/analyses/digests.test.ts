import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { photographJpeg, photographPng } from '#test/support/images.ts';
import { drawPdf, newsPage } from '#test/support/papers.ts';
import { until as untilTrue } from '#test/support/until.ts';
import {
  APP,
  analyse,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  link,
  pdf,
  png,
  startLibrary,
  table,
  text,
  type User,
  until,
  untilOver,
  upload,
} from './stand.ts';

let stand: LibraryStand;
let web: Server;
let site: string;
const requestedPaths: string[] = [];
test.before(async () => {
  const picture = await photographJpeg(600, 315);
  web = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    if (request.url === '/article') response.setHeader('content-type', 'text/html').end(newsPage());
    else if (request.url?.startsWith('/pictures/'))
      response.setHeader('content-type', 'image/jpeg').end(picture);
    else if (request.url === '/liar') response.setHeader('content-type', 'application/pdf').end('no paper');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  stand = await startLibrary({ worker: true, settings: { LINK_FETCH_ALLOW: '127.0.0.1' } });
});
test.after.always(async () => {
  await stand?.close();
  web?.close();
});

async function push(user: User, assets: unknown[], files: Uint8Array[] = []): Promise<any> {
  const made = await create(user.client, { mode: 'auto', assets });
  for (const [index, ticket] of made.body.uploadTickets.entries()) await upload(ticket, files[index]!);
  await confirm(user.client, made.body.content.id);
  return until(user.client, made.body.content.id, 'ready');
}

const blocks = (contentId: string) =>
  table(stand, 'content_blocks').where({ content_id: contentId }).orderBy('asset_index');

async function found(user: User, q: string): Promise<string[]> {
  const { body } = await user.client.get(`${APP}/contents?q=${encodeURIComponent(q)}`);
  return body.items.map(({ id }: { id: string }) => id);
}

// Alone, because it counts what the site is asked for.
test.serial('an article behind a link is read, kept with its picture, and found by its words', async (t) => {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const { id, processing } = await push(user, [link(`${site}/article`)]);
  t.deepEqual(processing.warnings, []);
  const [block] = await blocks(id);
  t.like(block.digest, { shape: 'article', title: 'Harbour without cars', siteName: 'The Gazette' });
  t.like(block, { picture_type: 'image/jpeg', picture_width: 600, picture_height: 315 });
  t.truthy(await readObject(block.picture_key));
  t.deepEqual(await found(user, 'FISHMONGER ice'), [id]);
  const fetched = requestedPaths.length;
  const again = await analyse(user.client, { contentIds: [id] });
  t.like(await untilOver(user.client, again.body.id), { state: 'completed' });
  t.is(requestedPaths.length, fetched, 'what was read once is not fetched again');
});

test('a link that cannot be fetched is a warning, and its card shows the link', async (t) => {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const { id, processing } = await push(user, [
    text('See there:'),
    link(`${site}/gone`),
    link('http://10.0.0.1/'),
    link(`${site}/liar`),
  ]);
  t.deepEqual(
    processing.warnings.map((warning: any) => [warning.code, warning.assetIndex, warning.retryable]).sort(),
    [1, 2, 3].map((index) => ['link_fetch_failed', index, false]),
  );
  t.deepEqual(
    (await blocks(id)).map((block) => block.asset_index),
    [0],
  );
});

test('a PDF is read with its first page as a picture, a photo for what it shows', async (t) => {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const paper = drawPdf('Minutes', [
    { heading: 'Minutes of the meeting', lines: ['The wheelbarrow was repaired.'] },
  ]);
  const photo = await photographPng(320, 200);
  const { id } = await push(user, [pdf(paper.length), png(photo.length)], [paper, photo]);
  const [document, picture] = await blocks(id);
  t.like(document.digest, { shape: 'document', pages: 1 });
  t.is(document.picture_type, 'image/png');
  t.truthy(await readObject(document.picture_key));
  t.like(picture.digest, { image: { width: 320, height: 200 } });
  t.is(picture.picture_key, null, 'the photo itself is there');
  t.deepEqual(await found(user, 'wheelbarrow'), [id]);
});

test('a truncated image fails its Content with an understandable reason', async (t) => {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const whole = await photographJpeg(600, 400);
  const cut = whole.subarray(0, whole.length / 2);
  const asset = { ...png(cut.length, 'photo.jpg'), contentType: 'image/jpeg' };
  const made = await create(user.client, { mode: 'auto', assets: [asset] });
  await upload(made.body.uploadTickets[0], cut);
  await confirm(user.client, made.body.content.id);
  const { failure } = await until(user.client, made.body.content.id, 'failed');
  t.like(failure, {
    code: 'invalid_asset',
    assetIndex: 0,
    message: 'An asset cannot be read: the image does not decode: it is damaged, incomplete or too large.',
  });
});

test('deleting a Content deletes its digests and pictures', async (t) => {
  const user = await stand.newUser();
  await claimDisplay(user.client);
  const { id } = await push(user, [link(`${site}/article`)]);
  const [{ picture_key: key }] = await blocks(id);
  await user.client.delete(`${APP}/contents/${id}`);
  t.deepEqual(await blocks(id), []);
  await untilTrue('the picture to be gone', async () => !(await readObject(key)));
  t.deepEqual(await found(user, 'fishmonger'), []);
});

async function readObject(key: string): Promise<boolean> {
  const file = new URL(`${stand.config.STORAGE_URL.replace(/\/?$/, '/')}${key}`);
  return stat(file).then(
    () => true,
    () => false,
  );
}
