import { newId } from '#shared/ids.ts';
import type { TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';

/** A user who has one of everything, all of it at rest: nothing is left to be rendered or analysed. */
export interface Furnished extends Person {
  displayId: string;
  /** A Content whose Presentation waits in the display's queue. */
  contentId: string;
  presentationId: string;
  /** A Presentation without a display. */
  targetlessId: string;
  /** A Content that still waits for its upload. */
  pendingId: string;
  /** A stored-only Content, and the Analysis over it. */
  noteId: string;
  analysisId: string;
  sessionId: string;
  tokenId: string;
  refreshToken: string;
  /** A webhook that nothing is sent to. */
  webhookId: string;
}

export async function furnish(app: TestApp): Promise<Furnished> {
  const client = createClient(app);
  const person = await registerPerson(client, app.url);
  const api = (path: string) => `/api/app/v1${path}`;
  const hardwareId = `hw-${newId()}`;
  const enrolled = await client.post('/api/device/v1/enroll', { body: { hardwareId } });
  const claimed = await person.app.post(api('/displays/claim'), { body: { code: enrolled.body.claim.code } });
  const displayId = claimed.body.id;

  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  const contentId = await person.push(picture, { displayId });
  const targetless = await person.push(picture, { output: {} });
  const pendingId = (await person.create(picture, { displayId })).body.content.id;
  const assets = [{ type: 'text', text: `Remember the milk, ${hardwareId}.` }];
  const note = await person.app.post(api('/contents'), { body: { assets }, key: newId() });
  const noteId = note.body.content.id;
  const body = { contentIds: [noteId], target: { displayId } };
  const analysisId = (await person.app.post(api('/analyses'), { body, key: newId() })).body.id;

  const [{ presentationIds }, { presentationIds: made }] = [
    await person.settled(contentId),
    await person.settled(targetless),
  ];
  await until(
    'the analysis',
    async () => (await person.app.get(api(`/analyses/${analysisId}`))).body.state === 'completed',
  );
  await until(
    'all frames',
    async () => !(await app.app.db('display.render_tasks').where({ state: 'waiting' }).first('id')),
  );

  await until(
    'the archive',
    async () => (await person.app.get(api(`/analyses/${analysisId}/archive`))).status === 200,
  );

  const hook = { url: 'https://example.org/placard', events: ['display.battery_low'] };
  const webhookId = (await person.app.post(api('/webhooks'), { body: hook })).body.id;

  const { username } = (await person.app.get('/auth/me')).body;
  const second = await client.post('/auth/login', {
    body: { identifier: username, password: 'correct horse' },
  });
  const [session] = (await client.as(second.body.accessToken).get('/auth/sessions')).body;
  const [token] = (await person.app.get('/auth/tokens')).body;
  return {
    ...person,
    ...{ displayId, contentId, pendingId, noteId, analysisId, webhookId },
    presentationId: presentationIds[0],
    targetlessId: made[0],
    sessionId: session.id,
    tokenId: token.id,
    refreshToken: second.body.refreshToken,
  };
}

/** What two snapshots do not share, a line a row. */
export function changes(before: Snapshot, after: Snapshot): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [new Set(before[table]), new Set(after[table])];
    const [gone, come] = [[...old].filter((row) => !now.has(row)), [...now].filter((row) => !old.has(row))];
    return [...gone.map((row) => `- ${table} ${row}`), ...come.map((row) => `+ ${table} ${row}`)];
  });
}

/** Rows by table. */
export type Snapshot = Record<string, string[]>;

/** Every row of every table of ours, and every job of ours, but for the times of last use. */
export async function snapshot({ app: { db } }: TestApp): Promise<Snapshot> {
  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('identity', 'display', 'library', 'platform', 'billing', 'webhooks')
     order by 1`,
  );
  const rows: Snapshot = {};
  for (const { name } of tables) {
    const found = await db.raw(
      `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 1`,
    );
    rows[name] = found.rows.map(({ row }: { row: string }) => row);
  }
  const jobs = await db.raw(
    `select id::text || name as row from pgboss.job where name in ('display.render-task', 'library.run-analyses',
     'platform.remove-objects') order by 1`,
  );
  rows.jobs = jobs.rows.map(({ row }: { row: string }) => row);
  return rows;
}
