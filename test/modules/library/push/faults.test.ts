import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import test from 'ava';
import { planSettings } from '#test/support/plans.ts';
import { until } from '#test/support/until.ts';
import { noisePng } from '../contents/noise-png.ts';
import { type Pusher, type PushStand, startPushes } from './stand.ts';

let stand: PushStand;
test.before(async () => {
  stand = await startPushes();
});
test.after.always(() => stand?.close());

/** Files of a user's assets, and files that are still coming in. */
async function stored({ userId }: Pusher, { config } = stand): Promise<number> {
  const objects = `${config.DATA_DIR}/objects`;
  const files = await readdir(`${objects}/users/${userId}/assets`, { recursive: true }).catch(() => []);
  return files.filter((name) => /\/[0-9a-f]{64}$/.test(name)).length;
}

/** Files of bytes that are coming in, of all users. */
function comingIn({ config } = stand): Promise<string[]> {
  return readdir(`${config.DATA_DIR}/objects/~temporary`).catch(() => []);
}

/** What this process, in which the api runs, holds open; nothing where the system does not say. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return Promise.all(targets);
}

async function contents({ client }: Pusher): Promise<number> {
  return (await client.get('/api/sdk/v1/contents?limit=50')).body.items.length;
}

async function tokenOf({ session }: Pusher): Promise<string> {
  return (await session.post('/auth/tokens', { body: { name: 'faults' } })).body.token;
}

/** The status of a response to bytes sent as they are. With `later`, in a packet of its own, the api ends the connection. */
async function sendRaw(text: string | Buffer, later?: string): Promise<number> {
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  socket.on('error', () => {});
  if (later === undefined) socket.end(text);
  else socket.setNoDelay().write(text, () => later && setImmediate(() => socket.write(later)));
  let response = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: true })) response += chunk;
  return Number(
    /^HTTP\/1\.1 (\d{3})/m.exec(response.replace(/^HTTP\/1\.1 100[\s\S]*?\r\n\r\n/, ''))?.[1] ?? 0,
  );
}

test('a body that ends early leaves nothing, and one beyond its Content-Length is cut there', async (t) => {
  const pusher = await stand.newPusher();
  const token = await tokenOf(pusher);
  const head = (length: number) =>
    `POST /push/kitchen HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n\r\n`;
  const png = noisePng(5_000);
  await sendRaw(Buffer.concat([Buffer.from(head(png.length)), png.subarray(0, 3_000)]));
  await sendRaw(`${head(1_000)}Buy mil`);
  t.is(await contents(pusher), 0);
  t.is(await stored(pusher), 0);
  // What follows the length that was said is another request, which cannot be read, at once or later.
  const more = ' and a second request that is none';
  t.is(await sendRaw(`${head(8)}Buy milk${more}`, ''), 201);
  t.is(await sendRaw(`${head(5)}Bread`, more), 201, 'the answer is that of the push which was made');
  const { items } = (await pusher.client.get('/api/sdk/v1/contents')).body;
  t.deepEqual(
    items.map(({ assets: [asset] }: { assets: { text: string }[] }) => asset?.text),
    ['Bread', 'Buy milk'],
  );
});

test('a body without an end is refused as soon as it is too large', async (t) => {
  const pusher = await stand.newPusher();
  const headers = { authorization: `Bearer ${await tokenOf(pusher)}` };
  const chunk = Buffer.alloc(64 * 1024, 1);
  const png = noisePng(1_000);
  let sent = 0;
  const endless = new Readable({
    read() {
      sent += chunk.length;
      this.push(sent === chunk.length ? png : chunk);
    },
  });
  const call = request(`${stand.url}/push/kitchen`, { method: 'POST', headers });
  call.on('error', () => {});
  const responded = once(call, 'response');
  endless.pipe(call);
  const [response] = await responded;
  endless.destroy();
  call.destroy();
  t.is(response.statusCode, 413);
  t.is(await contents(pusher), 0);
  t.is(await stored(pusher), 0);
});

test('a refused body is discarded at once, and its connection stays usable', async (t) => {
  const pusher = await stand.newPusher();
  const headers = { authorization: `Bearer ${await tokenOf(pusher)}` };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const refused: [string, Buffer][] = [
    ['image/jpeg', noisePng(2_000_000)],
    ['text/plain', Buffer.alloc(2_000_000, 0xff)],
  ];
  for (const [contentType, body] of refused) {
    const call = request(`${stand.url}/push/kitchen`, {
      ...{ method: 'POST', agent, headers: { ...headers, 'content-type': contentType } },
      // Reading gives up after 5 s, and closes a connection that is left so.
      signal: AbortSignal.timeout(4_500),
    });
    call.end(body);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    t.is(response.statusCode, 400);
  }
  t.is(await contents(pusher), 0);
});

test('a token that is revoked during the upload pushes nothing', async (t) => {
  const pusher = await stand.newPusher();
  const headers = { authorization: `Bearer ${await tokenOf(pusher)}` };
  const call = request(`${stand.url}/push/kitchen`, { method: 'POST', headers });
  const png = noisePng(20_000);
  await new Promise((sent) => call.write(png.subarray(0, 10_000), sent));
  await until('bytes that come in', async () => (await comingIn()).length > 0);
  const revoked = await fetch(`${stand.url}/auth/tokens/current`, { method: 'DELETE', headers });
  t.true(revoked.ok);
  call.end(png.subarray(10_000));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  t.is(response.statusCode, 401);
  t.is(await contents(pusher), 0);
  t.is(await stored(pusher), 0);
});

test('a token that is revoked during a slow text pushes nothing', async (t) => {
  const pusher = await stand.newPusher();
  const headers = { authorization: `Bearer ${await tokenOf(pusher)}` };
  const call = request(`${stand.url}/push/kitchen`, { method: 'POST', headers });
  await new Promise((sent) => call.write('Buy milk', sent));
  const isUsed = async () => {
    const tokens: { name: string; lastUsedAt: string | null }[] = (await pusher.session.get('/auth/tokens'))
      .body;
    return tokens.some(({ name, lastUsedAt }) => name === 'faults' && lastUsedAt !== null);
  };
  await until('the token to be used', isUsed);
  const revoked = await fetch(`${stand.url}/auth/tokens/current`, { method: 'DELETE', headers });
  t.true(revoked.ok);
  call.end(' and bread');
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  t.is(response.statusCode, 401);
  t.is(await contents(pusher), 0);
});

test('values of headers cannot add lines to a response or a log', async (t) => {
  const { push } = await stand.newPusher();
  const injected = await push('/kitchen', 'Hello', { title: '=?UTF-8?Q?a=0D=0ASet-Cookie:_x=3Dy?=' });
  t.is(injected.headers.get('set-cookie'), null);
  t.true([201, 400].includes(injected.status));
  const charset = await push('/kitchen', 'Hello', { 'content-type': 'text/plain; charset=klingon' });
  t.is(charset.status, 201);
  t.is((await push('/kitchen', 'Hello', { title: '=?klingon?B?AAAA?=' })).status, 201);
});

test('a push that the plan refuses leaves nothing', async (t) => {
  const plans = { free: { quotas: { pushes: 1 } } };
  const paid = await startPushes({ settings: planSettings(plans) });
  t.teardown(() => paid.close());
  const pusher = await paid.newPusher();
  const png = noisePng(2_000);
  t.is((await pusher.push('/kitchen?mode=hardcode', png)).status, 201);
  const refused = await pusher.push('/kitchen?mode=hardcode', png, { 'idempotency-key': 'refused-0001' });
  t.is(refused.status, 429, refused.text);
  t.is(refused.body.error.code, 'quota_exceeded');
  t.is(await contents(pusher), 1);
  t.is(await stored(pusher, paid), 1);
});

test("a push that exceeds the user's storage limit is refused and leaves nothing", async (t) => {
  // What is expected to be made of one picture, which no worker draws here, and 100 kB.
  const share = 1_572_736 + 100_000;
  const small = await startPushes({ settings: { STORAGE_MAX_BYTES_PER_USER: String(share) } });
  t.teardown(() => small.close());
  const pusher = await small.newPusher();
  t.is((await pusher.push('/kitchen', noisePng(60_000))).status, 201);
  t.is((await pusher.push('/kitchen', noisePng(60_000))).status, 503);
  t.is(await contents(pusher), 1);
  t.is(await stored(pusher, small), 1);

  const authorization = `Bearer ${await tokenOf(pusher)}`;
  const statusOf = async (begin: (call: ClientRequest) => void, headers = {}) => {
    const call = request(`${small.url}/push/kitchen`, {
      method: 'POST',
      headers: { authorization, ...headers },
    });
    call.on('error', () => {});
    const responded = once(call, 'response') as Promise<[IncomingMessage]>;
    begin(call);
    const [{ statusCode }] = await responded;
    call.destroy();
    return statusCode;
  };
  // None of them ends: each is refused for what is known of it by then.
  const [byLength, byFirstBytes, byBytes] = await Promise.all([
    statusOf((call) => call.flushHeaders(), { 'content-length': 500_000 }),
    statusOf((call) => call.write(noisePng(5_000)), { 'content-length': 60_000 }),
    statusOf((call) => call.write(noisePng(60_000))),
  ]);
  t.is(byLength, 503, 'before a byte has come, since no text is so long');
  t.is(byFirstBytes, 503, 'once the first bytes say that it is no text');
  t.is(byBytes, 503, 'with the byte too many, where no length was said');
  const form = new FormData();
  form.append('file', new Blob([noisePng(30_000)]));
  form.append('file', new Blob([noisePng(30_000)]));
  t.is((await pusher.push('/kitchen', form)).status, 503);
  t.is((await pusher.push('/kitchen', 'A note')).status, 503, 'its page has no room either');
  t.deepEqual(await comingIn(small), []);
});

test('a few uploads of one user are received at a time, the others in turn, and texts do not wait', async (t) => {
  const alone = await startPushes();
  t.teardown(() => alone.close());
  const pusher = await alone.newPusher();
  const headers = { authorization: `Bearer ${await tokenOf(pusher)}`, 'content-length': 10_000 };
  const png = noisePng(10_000);
  const calls = Array.from({ length: 12 }, () => {
    const call = request(`${alone.url}/push/kitchen`, { method: 'POST', headers });
    call.write(png.subarray(0, 9_000));
    return call;
  });
  const responses = calls.map((call) => once(call, 'response') as Promise<[IncomingMessage]>);
  const here = async () => (await comingIn(alone)).length;
  await until('8 uploads that come in', async () => (await here()) >= 8);
  for (let n = 0; n < 5; n++) t.is((await pusher.push('/kitchen', 'A note')).status, 201);
  t.is(await here(), 8);
  for (const call of calls) call.end(png.subarray(9_000));
  for (const [response] of await Promise.all(responses)) {
    t.is(response.statusCode, 201);
    response.resume();
  }
  t.is(await here(), 0);
});

test('a form of many files has at most one file open', async (t) => {
  const alone = await startPushes();
  t.teardown(() => alone.close());
  const pusher = await alone.newPusher();
  const boundary = 'parts';
  const part = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]);
  const call = request(`${alone.url}/push/kitchen`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(pusher)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const responded = once(call, 'response') as Promise<[IncomingMessage]>;
  const here = () => comingIn(alone);
  for (let n = 0; n < 49; n++) call.write(part(noisePng(6_000)));
  await until('49 parts that come in', async () => (await here()).length >= 49);
  const names = await here();
  const isOneOfThem = (target: string) => names.some((name) => target.endsWith(name));
  const open = async () => (await openFiles()).filter(isOneOfThem).length;
  // The last one is open until it has been read.
  await until('all parts but the last to be closed', async () => (await open()) <= 1);
  call.end(Buffer.concat([part(noisePng(6_000)), Buffer.from(`--${boundary}--\r\n`)]));
  const [response] = await responded;
  response.resume();
  t.is(response.statusCode, 201);
  t.deepEqual(await here(), []);
});

test('a process killed during an upload leaves nothing visible, and the push can be repeated', async (t) => {
  const pusher = await stand.newPusher();
  const token = await tokenOf(pusher);
  const png = noisePng(300_000);
  const script = `
    const { request } = require('node:http');
    const call = request(${JSON.stringify(`${stand.url}/push/kitchen`)}, {
      method: 'PUT',
      headers: { authorization: 'Bearer ${token}', 'content-length': ${png.length}, 'idempotency-key': 'killed-0001' },
    });
    call.write(Buffer.from('${png.subarray(0, 1000).toString('base64')}', 'base64'), () => process.kill(process.pid, 'SIGKILL'));
  `;
  await once(spawn(process.execPath, ['-e', script]), 'exit');
  t.is(await contents(pusher), 0);
  t.is(await stored(pusher), 0);
  const again = await pusher.push('/kitchen', png, { 'idempotency-key': 'killed-0001' });
  t.is(again.status, 201);
  t.is(await contents(pusher), 1);
});
