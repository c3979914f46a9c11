import { inflateRawSync } from 'node:zlib';
import test from 'ava';
import { queues } from '#shared/jobs/queues.ts';
import {
  APP,
  analyse,
  archiveOf,
  claimDisplay,
  type LibraryStand,
  note,
  startLibrary,
  table,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
});
test.after.always(() => stand?.close());

/** Reads a zip by its central directory (APPNOTE 4.3.12), as any tool would. */
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const files: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    const packed = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const offset = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    files[name] = inflateRawSync(bytes.subarray(start, start + packed)).toString();
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

test('the archive contains the run and no secret', async (t) => {
  const { client, accessToken, refreshToken, userId } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, {
    contentIds: [await note(client, 'Keep this safe.')],
    title: 'Safe',
  });
  await untilOver(client, body.id);
  const response = await fetch((await archiveOf(client, body.id)).url);
  t.is(response.headers.get('content-type'), 'application/zip');
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  t.deepEqual(Object.keys(files).sort(), [
    'digests.json',
    'events.json',
    'plan.json',
    'request.json',
    'timings.json',
  ]);
  const all = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, JSON.parse(text)]));
  t.like(all['request.json'].analysis, { id: body.id, title: 'Safe', state: 'completed' });
  t.is(all['digests.json'][0].digest.text, 'Keep this safe.');
  t.is(all['plan.json'][0].outcome, 'presentations');
  const kinds = new Set(all['events.json'].map((event: { visibility: string }) => event.visibility));
  t.deepEqual(kinds, new Set(['public', 'internal']));
  t.true(all['timings.json'].every(({ ms }: { ms: number }) => ms >= 0));
  const text = Object.values(files).join('\n');
  for (const secret of [accessToken, refreshToken, stand.config.PLACARD_SECRET, 'leaseId', 'users/', userId])
    t.false(text.includes(secret), secret);
});

test('the reasons why a plan was rejected are in no archive', async (t) => {
  const { client, userId } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  const { endSeq } = await untilOver(client, body.id).then(async () => {
    const row = await table(stand, 'analyses').where({ id: body.id }).first();
    return { endSeq: row.end_seq };
  });
  const event = { analysis_id: body.id, user_id: userId, at: new Date(), attempt: 1, source: 'backend' };
  await table(stand, 'analysis_events').where({ analysis_id: body.id, seq: endSeq }).delete();
  await table(stand, 'analysis_events').insert({
    ...event,
    ...{ seq: endSeq, type: 'plan.rejection', level: 'warn', visibility: 'internal', summary: 'why' },
    data: JSON.stringify({ problems: ['the inner reason'] }),
  });
  await archiveOf(client, body.id);
  await table(stand, 'analyses').where({ id: body.id }).update({ archive_key: null });
  await stand.app.jobs.send(stand.app.db, queues.archiveAnalysis, { analysisId: body.id });
  const archive = await archiveOf(client, body.id);
  const files = unzip(Buffer.from(await (await fetch(archive.url)).arrayBuffer()));
  t.false(JSON.stringify(files).includes('the inner reason'));
});

test('an archive whose job was lost in an outage is made after the next clean-up', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  await untilOver(client, body.id);
  await archiveOf(client, body.id);
  const hourAgo = new Date(Date.now() - 3_600_000);
  const lost = { archive_key: null, archive_bytes: 0, reserved_bytes: 65_536, updated_at: hourAgo };
  await table(stand, 'analyses').where({ id: body.id }).update(lost);
  t.is((await client.get(`${APP}/analyses/${body.id}/archive`)).status, 404);
  await stand.app.library.cleanUp();
  t.truthy((await archiveOf(client, body.id)).url);
});
