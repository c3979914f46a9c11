import { setImmediate as turn } from 'node:timers/promises';
import anyTest, { type TestFn } from 'ava';
import pg from 'pg';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';

const test = anyTest.serial as TestFn<GatewayStand>;
test.beforeEach(async (t) => {
  t.context = await startGatewayStand();
});
test.afterEach.always(async (t) => t.context.close());

/** Polls until `check` holds; ava's own timeout ends a wait in vain. */
async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await turn();
}

async function isBlocked({ db }: GatewayStand): Promise<boolean> {
  const { rows } = await db.raw(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test('a message is acknowledged when its effect is stored and not before', async (t) => {
  const stand = t.context;
  const { panel, deviceId } = await stand.simulate();
  await panel.connect();
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [deviceId]);
  let acknowledged = false;
  const sent = panel.sendState({ door: 'open' }).then(() => {
    acknowledged = true;
  });
  await until(() => isBlocked(stand));
  t.false(acknowledged);
  await trx.commit();
  await sent;
  const { state } = await stand.db('display.devices').where({ id: deviceId }).first('state');
  t.deepEqual(state, { door: 'open' });
  await panel.sleep();
});

test('a confirm is acknowledged when the picture is the current one', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  const id = await show();
  await panel.confirmed(id);
  const device = await stand.db('display.devices').where({ id: deviceId }).first();
  t.is(device.current_presentation_id, id);
  await panel.sleep();
});

test('while the database is away messages wait, and nothing is lost when it is back', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  const database = new URL(stand.databaseUrl).pathname.slice(1);
  const elsewhere = new URL(stand.databaseUrl);
  elsewhere.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: elsewhere.href });
  await admin.connect();
  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);

  let acknowledged = false;
  const sent = panel.sendState({ during: 'the outage' }).then(() => {
    acknowledged = true;
  });
  await until(
    async () => (await stand.metric('placard_gateway_messages_total{kind="state",outcome="deferred"}')) >= 2,
  );
  t.false(acknowledged);
  await admin.query(`alter database ${database} allow_connections true`);
  await admin.end();
  await sent;
  const { state } = await stand.db('display.devices').where({ id: deviceId }).first('state');
  t.deepEqual(state, { during: 'the outage' });

  const id = await show();
  await panel.confirmed(id);
  t.false(panel.happenings.list.some(({ what }) => what === 'disconnected'));
  await panel.sleep();
});
