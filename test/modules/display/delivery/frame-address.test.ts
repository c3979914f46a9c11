import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import anyTest, { type TestFn } from 'ava';
import { systemClock } from '#shared/clock.ts';
import { sha256 } from '#shared/keys.ts';
import { openS3Store } from '#shared/storage/s3-store.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { until } from '#test/support/until.ts';
// Behind index.ts: a command under the longest public address, which cannot be served here.
import { showCommand } from '../../../../modules/display/delivery/compose-command.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { ownPanel, type Show } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0', SIGNED_URL_SECONDS: '60' });
});
test.after.always(async (t) => t.context.close());

const MAX_COMMAND_BYTES = 2048;

async function receiveShow(stand: FacadeStand) {
  const { panel, queue } = await ownPanel(stand);
  const [id] = (await queue(0)) as [string];
  const command = await panel.show();
  const fetched = async () =>
    (await stand.db('display.pushes').where({ presentation_id: id }).first('fetched_command_id'))
      .fetched_command_id;
  return { panel, id, command, fetched };
}

/** Polls, since a fetch is noted after its response. */
async function noted(fetched: () => Promise<string | null>, commandId: string): Promise<void> {
  await until('the fetch to be noted', async () => (await fetched()) === commandId);
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { headers, method });

test('a frame is sent with its type, its ETag and the remaining lifetime of its address', async (t) => {
  const { command, fetched } = await receiveShow(t.context);
  const { status, headers, ...response } = await get(command.url).then(async (one) => ({
    status: one.status,
    headers: one.headers,
    bytes: Buffer.from(await one.arrayBuffer()),
  }));
  t.is(status, 200);
  t.is(response.bytes.length, command.sizeBytes);
  t.is(sha256(response.bytes), command.sha256);
  t.is(headers.get('etag'), `"${command.sha256}"`);
  t.is(headers.get('content-type'), 'application/octet-stream');
  t.regex(headers.get('cache-control') ?? '', /^private, max-age=(59|60)$/);
  await noted(fetched, command.id);
  t.pass();
});

test('a frame can be fetched in pieces; it counts as fetched with its last byte', async (t) => {
  const { command, fetched } = await receiveShow(t.context);
  const first = await get(command.url, { range: 'bytes=0-29999' });
  t.is(first.status, 206);
  t.is(first.headers.get('content-range'), `bytes 0-29999/${command.sizeBytes}`);
  const pieces = [Buffer.from(await first.arrayBuffer())];
  t.is((await get(command.url, { 'if-none-match': `"${command.sha256}"` })).status, 304);
  t.is((await get(command.url, {}, 'HEAD')).status, 200);
  t.is((await get(command.url, { range: `bytes=${command.sizeBytes}-` })).status, 416);
  t.is(await fetched(), null);
  pieces.push(Buffer.from(await (await get(command.url, { range: 'bytes=30000-' })).arrayBuffer()));
  t.is(sha256(Buffer.concat(pieces)), command.sha256);
  await noted(fetched, command.id);
});

test('an address that was altered, has expired or whose frame is gone is refused', async (t) => {
  const stand = t.context;
  const { command, id } = await receiveShow(stand);
  const other = await receiveShow(stand);
  const code = async (url: URL | string) =>
    ((await (await get(String(url))).json()) as { error: { code: string } }).error.code;
  for (const [name, value] of [
    ['command', other.command.id],
    ['expires', '4102444800'],
    ['signature', ''],
  ] as const) {
    const url = new URL(command.url);
    url.searchParams.set(name, value);
    t.is(await code(url), 'invalid_signature', name);
  }
  t.is(await code(command.url.replace(id, other.id)), 'invalid_signature');
  t.is(await code(command.url.replace('/raw1', '/raw2')), 'invalid_signature');
  t.is((await get(command.url.replace('/raw1', '/raw9'))).status, 400);
  await stand.db('display.frames').where({ presentation_id: id }).del();
  t.is(await code(command.url), 'not_found');
  stand.moveClock(61);
  t.is(await code(other.command.url), 'url_expired');
});

/** A bucket that a role with a session token may read: it takes GET, whole and in ranges. */
async function bucket(objects: Map<string, Buffer>, sessionToken: string) {
  const server = createServer((request, response) => {
    const bytes = objects.get(decodeURIComponent(request.url?.split('?')[0] ?? ''));
    if (request.headers['x-amz-security-token'] !== sessionToken) return response.writeHead(403).end();
    if (!bytes)
      return response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    const piece = bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(206, { 'content-length': piece.length }).end(piece);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store = openS3Store(
    {
      bucket: 'frames',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'here',
      prefix: '',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken },
    },
    systemClock,
  );
  return { store, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('with S3 and the session token of a role a panel gets a short address, and its frame from there', async (t) => {
  const stand = t.context;
  const files: ObjectStore = stand.context.store;
  const { panel, id } = await receiveShow(stand);
  const { key } = await stand
    .db('display.frames')
    .where({ presentation_id: id, format: 'raw1' })
    .first('key');
  const objects = new Map([[`/frames/${key}`, Buffer.from(await files.read(key))]]);
  const s3 = await bucket(objects, randomBytes(1200).toString('base64'));
  t.teardown(async () => {
    stand.context.store = files;
    await s3.close();
  });
  stand.context.store = s3.store;
  const command = await panel.show();
  t.true(Buffer.byteLength(JSON.stringify(command)) < MAX_COMMAND_BYTES);
  const whole = Buffer.from(await (await get(command.url)).arrayBuffer());
  t.is(sha256(whole), command.sha256);
  const piece = await get(command.url, { range: 'bytes=100-199' });
  t.is(piece.status, 206);
  t.deepEqual(Buffer.from(await piece.arrayBuffer()), whole.subarray(100, 200));
  objects.clear();
  t.is((await get(command.url)).status, 404);
});

test('a command is far below 2 KiB, however long the public address is', async (t) => {
  const { context } = t.context;
  const { command } = await receiveShow(t.context);
  const PUBLIC_URL = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.org:65535`;
  const view = { format: 'raw1', wantedPresentationId: command.presentationId, frame: frameOf(command) };
  const longest = showCommand({ ...context, config: { ...context.config, PUBLIC_URL } }, view as never);
  t.true(Buffer.byteLength(JSON.stringify(longest)) < MAX_COMMAND_BYTES / 2);
});

function frameOf({ sha256: hash, sizeBytes, width, height }: Show) {
  return { key: `users/u/frames/${hash}`, sha256: hash, sizeBytes, width, height };
}
