import test from 'ava';
import pg from 'pg';
import { normaliseOutput } from '#modules/display';
import { type FacadeStand, startFacade } from './facade-stand.ts';

const MANY = 20_000;

interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements that a request runs on the module's tables. */
async function statementsOf(stand: FacadeStand, userId: string, path: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  const listener = (query: Statement) => statements.push(query);
  stand.db.on('query', listener);
  const { status, text } = await stand.as(userId).get(path);
  stand.db.off('query', listener);
  if (status !== 200) throw new Error(`${path} returned ${status} ${text}`);
  return statements;
}

/** Tables that the plan reads from beginning to end. */
async function scannedTables(client: pg.Client, { sql, bindings }: Statement): Promise<string[]> {
  const { rows } = await client.query(`explain (format json) ${sql}`, bindings);
  const scanned: string[] = [];
  const visit = (node: { 'Node Type': string; 'Relation Name'?: string; Plans?: (typeof node)[] }) => {
    if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name'] ?? '?');
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return scanned;
}

/** A user with many displays, and many presentations of every kind beside other users' many. */
async function fill(stand: FacadeStand): Promise<{ userId: string; displayId: string }> {
  const userId = await stand.addUser();
  const other = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const template = await stand.push(userId, { displayId });
  const targetless = await stand.push(userId, { output: normaliseOutput({}) });
  await stand.render(template);
  await stand.render(targetless);
  const otherDisplay = await stand.addDisplay(other);
  await stand.db.raw(
    `insert into display.devices (id, hardware_id, thing_name, secret_hash, user_id, binding_id, bound_at, created_at, updated_at)
     select gen_random_uuid(), 'h' || n || u, 't' || n || u, 'x', u, gen_random_uuid(), now() - n * interval '1 second', now(), now()
     from generate_series(1, :many / 4) n, unnest(array[:userId, :other]::uuid[]) u`,
    { many: MANY, userId, other },
  );
  await stand.db.raw(
    `insert into display.presentations (id, user_id, device_id, binding_id, mode, state, contents, output, scene, created_at, updated_at)
     select gen_random_uuid(), case when n % 2 = 0 then :userId::uuid else :other::uuid end,
       case when n % 4 = 0 then :displayId::uuid when n % 4 = 1 then :otherDisplay::uuid end,
       p.binding_id, p.mode,
       case when n % 4 > 1 then 'ready' when n % 16 < 2 then 'queued' else 'expired' end,
       p.contents, p.output, p.scene, now() - n * interval '1 minute', now()
     from generate_series(1, :many) n, display.presentations p
     where p.id = case when n % 4 > 1 then :targetless::uuid else :template::uuid end`,
    { many: MANY, userId, other, displayId, otherDisplay, template, targetless },
  );
  await stand.db.raw(
    `insert into display.frames (presentation_id, format, key, sha256, size_bytes, width, height, created_at)
     select p.id, f.format, f.key, f.sha256, f.size_bytes, f.width, f.height, now()
     from display.presentations p, display.frames f
     where p.device_id is not null and p.id <> :template and f.presentation_id = :template`,
    { template },
  );
  await stand.db.raw(
    `insert into display.renditions (id, presentation_id, width, height, color_mode, state, key, created_at, updated_at)
     select gen_random_uuid(), p.id, r.width, r.height, r.color_mode, r.state, r.key, now(), now()
     from display.presentations p, display.renditions r
     where p.device_id is null and p.id <> :targetless and r.presentation_id = :targetless`,
    { targetless },
  );
  await stand.db('display.devices').where({ id: displayId }).update({ current_presentation_id: template });
  await stand.db.raw(
    `insert into display.presence (device_id, gateway_id, epoch, connected_at, lease_until)
     select id, gen_random_uuid(), 1, now(), now() from display.devices`,
  );
  for (const table of ['devices', 'presentations', 'frames', 'renditions', 'presence'])
    await stand.db.raw(`analyze display.${table}`);
  return { userId, displayId };
}

test('with many rows every page takes the same few queries, each on an index', async (t) => {
  const stand = await startFacade();
  const explainer = new pg.Client({ connectionString: stand.databaseUrl });
  await explainer.connect();
  t.teardown(async () => {
    await explainer.end();
    await stand.close();
  });
  const { userId, displayId } = await fill(stand);
  const lists = [
    '/api/displays?',
    `/api/displays/${displayId}/queue?`,
    `/api/displays/${displayId}/queue?from=2020-01-01T00:00:00Z&`,
    '/api/presentations?scope=all&',
    '/api/presentations?scope=generated&',
    '/api/presentations?scope=display&',
    '/api/presentations?scope=all&state=preparing&',
    '/api/presentations?scope=generated&state=ready&',
    `/api/presentations?displayId=${displayId}&`,
    `/api/presentations?displayId=${displayId}&state=failed&`,
  ];
  const paths = [`/api/displays/${displayId}`, `/api/displays/${displayId}/current-presentation`];
  for (const list of lists) {
    const { body } = await stand.as(userId).get(`${list}limit=1`);
    const [ten, fifty] = [`${list}limit=10`, `${list}limit=50`];
    paths.push(fifty);
    if (body.nextCursor) paths.push(`${fifty}&cursor=${body.nextCursor}`);
    if (body.items.length === 0) continue;
    const count = async (path: string) => (await statementsOf(stand, userId, path)).length;
    t.is(await count(fifty), await count(ten), list);
  }
  for (const path of paths) {
    const statements = await statementsOf(stand, userId, path);
    t.true(statements.length <= 4, `${path} takes ${statements.length} queries`);
    for (const statement of statements) {
      t.deepEqual(await scannedTables(explainer, statement), [], `${path}: ${statement.sql}`);
    }
  }
});
