import anyTest, { type TestFn } from 'ava';
import pg from 'pg';
import { until } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';

const test = anyTest.serial as TestFn<GatewayStand>;
test.beforeEach(async (t) => {
  t.context = await startGatewayStand();
});
test.afterEach.always(async (t) => t.context.close());

async function isBlocked({ db }: GatewayStand): Promise<boolean> {
  const { rows } = await db.raw(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test('a message is acknowledged once its effect is stored', async (t) => {
  const stand = t.context;
  const { panel, deviceId } = await stand.simulate();
  await panel.connect();
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [deviceId]);
  let acknowledged = false;
  const sent = panel.sendState({ door: 'open' }).then(() => {
    acknowledged = true;
  });
  await until('a statement that is blocked', () => isBlocked(stand));
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

test('during an outage of the database messages wait, and none is lost', async (t) => {
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
    'two messages that are deferred',
    async () => (await stand.metric('placard_gateway_messages_total{kind="state",outcome="deferred"}')) >= 2,
  );
  t.false(acknowledged);
  const { thingName = '', password = '' } = panel.credentials ?? {};
  const refused = await t.throwsAsync(
    rawClient(stand.mqttUrl, { clientId: thingName, username: thingName, password }),
  );
  t.is((refused as { code?: number }).code, 3, 'credentials that cannot be checked are not called wrong');
  await admin.query(`alter database ${database} allow_connections true`);
  await admin.end();
  await sent;
  const { state } = await stand.db('display.devices').where({ id: deviceId }).first('state');
  t.deepEqual(state, { during: 'the outage' });

  const id = await show();
  await panel.confirmed(id);
  t.false(panel.events.list.some(({ what }) => what === 'disconnected'));
  await panel.sleep();
});

test('a panel that sends too much is slowed down and loses no message', async (t) => {
  const flooded = await startGatewayStand({}, { messagesPerSecond: 100, messageBurst: 10 });
  const { thingName, password, deviceId } = await flooded.newPanel();
  const client = await rawClient(flooded.mqttUrl, { clientId: thingName, username: thingName, password });
  const started = performance.now();
  const topic = `placard/dev/${thingName}/up/state`;
  const sends = Array.from({ length: 40 }, (_, n) => client.publishAsync(topic, `{"n":${n}}`, { qos: 1 }));
  await Promise.all(sends);
  t.true(performance.now() - started >= 250, 'thirty messages beyond the burst take at least 0.3 s');
  const { state } = await flooded.db('display.devices').where({ id: deviceId }).first('state');
  t.deepEqual(state, { n: 39 });
  await client.endAsync();
  await flooded.close();
});

test('a panel whose credentials cannot be checked in time gets the code to retry, and is not registered afterwards', async (t) => {
  const stand = t.context;
  const { gateway } = await stand.addGateway({ authenticateTimeout: 200 });
  const { thingName, password, deviceId } = await stand.newPanel();
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [deviceId]);
  const login = { clientId: thingName, username: thingName, password };
  const refused = await t.throwsAsync(rawClient(`mqtt://127.0.0.1:${gateway.port}`, login));
  t.is((refused as { code?: number }).code, 3);
  await trx.commit();
  const seen = () => stand.db('display.devices').where({ id: deviceId }).first('last_seen_at');
  await until('word of the panel', async () => (await seen()).last_seen_at !== null);
  await stand.disconnected(deviceId);
});
