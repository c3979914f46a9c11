import test from 'ava';
import { until } from '#test/support/until.ts';
import { openStream } from './open-stream.ts';
import {
  APP,
  analyse,
  claimDisplay,
  events,
  type LibraryStand,
  note,
  SDK,
  startLibrary,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
/** Without a worker: its runs begin when the test lets them. */
let idle: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
  idle = await startLibrary();
});
test.after.always(async () => {
  await stand?.close();
  await idle?.close();
});

async function queued(at: LibraryStand) {
  const user = await at.newUser();
  await claimDisplay(user.client);
  const { body } = await analyse(user.client, { contentIds: [await note(user.client)] });
  return { user, id: body.id as string, url: `${at.url}${APP}/analyses/${body.id}/events/stream` };
}

test('a stream has the public events as they occur, then the end event', async (t) => {
  const { user, id, url } = await queued(stand);
  const stream = await openStream(url, user.accessToken);
  t.is(stream.status, 200);
  t.regex(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  t.is(stream.headers.get('x-accel-buffering'), 'no');
  t.is(stream.headers.get('content-encoding'), null);
  t.regex(stream.headers.get('x-request-id') ?? '', /^req_/);
  await stream.closed();
  const all = (await events(user.client, id)).filter(({ type }) => !/^(render|delivery)\./.test(type));
  const end = stream.frames.at(-1);
  t.deepEqual(end, { event: 'end', data: { state: 'completed', lastSeq: all.at(-1).seq } });
  const sent = stream.frames.slice(0, -1);
  t.deepEqual(
    sent.map(({ id: seq, event, data }) => ({ seq: Number(seq), event, data })),
    all.map((event) => ({ seq: event.seq, event: event.type, data: event })),
  );
  t.regex(stream.raw(), /^: ping\n\n/);
});

test('a stream resumes after Last-Event-ID; after wins', async (t) => {
  const { user, id, url } = await queued(stand);
  await untilOver(user.client, id);
  const all = (await events(user.client, id)).filter(({ type }) => !/^(render|delivery)\./.test(type));
  const from = async (query: string, headers = {}) => {
    const stream = await openStream(url + query, user.accessToken, headers);
    await stream.closed();
    t.is(stream.frames.at(-1)?.event, 'end');
    return stream.frames.slice(0, -1).map((frame) => Number(frame.id));
  };
  const seqs = all.map(({ seq }) => seq);
  t.deepEqual(await from(''), seqs);
  t.deepEqual(await from('', { 'last-event-id': String(seqs[2]) }), seqs.slice(3));
  t.deepEqual(await from(`?after=${seqs[4]}`, { 'last-event-id': '0' }), seqs.slice(5));
  t.deepEqual(await from('?after=0', { 'last-event-id': String(seqs[4]) }), seqs);
  t.deepEqual(await from('?after=100000'), []);
  t.is((await openStream(url, user.accessToken, { 'last-event-id': 'x' })).status, 400);
});

test('later events are in the paged list only', async (t) => {
  const { user, id, url } = await queued(stand);
  await untilOver(user.client, id);
  const types = async () => (await events(user.client, id)).map(({ type }) => type);
  await until('the rendered frame', async () => (await types()).includes('render.finished'));
  const stream = await openStream(url, user.accessToken);
  await stream.closed();
  t.false(stream.raw().includes('render.'));
});

test('a stream waits for the run, and ends when its session does', async (t) => {
  const { user, url } = await queued(idle);
  const stream = await openStream(url, user.accessToken);
  await stream.until(({ event }) => event === 'analysis.dispatched');
  await user.client.post('/auth/logout', { body: { refreshToken: user.refreshToken } });
  await stream.closed();
  t.false(stream.frames.some(({ event }) => event === 'end'));
  t.is((await openStream(url, user.accessToken)).status, 401);
});

test('revoking a token closes its streams alone', async (t) => {
  const { user, id, url } = await queued(idle);
  const { body: token } = await user.client.post('/auth/tokens', { body: { name: 'test' } });
  const own = await openStream(url, user.accessToken);
  const revoked = await openStream(`${idle.url}${SDK}/analyses/${id}/events/stream`, token.token);
  await revoked.until(({ event }) => event === 'analysis.dispatched');
  await user.client.delete(`/auth/tokens/${token.id}`);
  await revoked.closed();
  t.is((await openStream(url, user.accessToken)).status, 200);
  own.abort();
});

test('a credential has at most five streams, and may open another when one closes', async (t) => {
  const { user, url } = await queued(idle);
  const open = [];
  for (let i = 0; i < 5; i++) open.push(await openStream(url, user.accessToken));
  const refused = await openStream(url, user.accessToken);
  t.is(refused.status, 429);
  t.truthy(refused.headers.get('retry-after'));
  open[0]?.abort();
  const again = await until('room for another stream', async () => {
    const one = await openStream(url, user.accessToken);
    return one.status !== 429 && one;
  });
  t.is(again.status, 200);
  for (const stream of [...open, again]) stream.abort();
});

test('shutting down closes streams without an end event', async (t) => {
  const mine = await startLibrary();
  const { user, url } = await queued(mine);
  const stream = await openStream(url, user.accessToken);
  await stream.until(({ event }) => event === 'analysis.dispatched');
  await mine.close();
  await stream.closed();
  t.false(stream.frames.some(({ event }) => event === 'end'));
});
