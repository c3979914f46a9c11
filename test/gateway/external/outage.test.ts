import pg from 'pg';
import { until } from '#test/support/until.ts';
import { mutePanel, testWithMosquitto } from './stand.ts';

const test = testWithMosquitto();

test.serial(
  'the gateway reports an outage of the broker, and afterwards every panel shows its picture',
  async (t) => {
    const stand = t.context;
    const { panel, show, deviceId } = await stand.simulate();
    await panel.connect();
    const first = await show();
    await panel.confirmed(first);
    await stand.mosquitto.stop();
    await stand.until(
      async () =>
        stand.gateway.checks.broker?.().then(
          () => true,
          () => false,
        ),
      (there) => there === false,
    );
    const late = await show();
    await stand.mosquitto.start();
    await stand.ready();
    await panel.confirmed(late);
    await stand.until(
      () => stand.device(deviceId),
      (device) => device.current_presentation_id === late,
    );
    await panel.sleep();
    t.pass();
  },
);

test.serial(
  'messages of panels wait at the broker while no gateway is connected, through its restart too',
  async (t) => {
    const stand = t.context;
    const account = await stand.newPanel();
    const panel = await mutePanel(stand.mqttUrl, account);
    await stand.gateway.close();
    await panel.say('state', { said: 'to nobody' });
    await panel.client.endAsync();
    await stand.mosquitto.stop();
    await stand.mosquitto.start();
    const { gateway } = await stand.addGateway();
    await stand.ready(gateway);
    await stand.until(
      () => stand.device(account.deviceId),
      ({ state }) => (state as { said?: string } | null)?.said === 'to nobody',
    );
    t.deepEqual(
      await stand.db('display.broker_sessions').pluck('slot'),
      [0],
      'it has the session of the one before',
    );
  },
);

test.serial(
  'during an outage of the database a bounded number of messages waits, and none is lost',
  async (t) => {
    const stand = t.context;
    const account = await stand.newPanel();
    const panel = await mutePanel(stand.mqttUrl, account);
    const { panel: other, show } = await stand.simulate();
    await other.connect();
    const database = new URL(stand.databaseUrl).pathname.slice(1);
    const elsewhere = new URL(stand.databaseUrl);
    elsewhere.pathname = '/postgres';
    const admin = new pg.Client({ connectionString: elsewhere.href });
    await admin.connect();
    const terminate = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query(terminate, [database]);
    // Only connections that have ended are known as such to the pools of this process, which must not hand them out later.
    const open = 'select 1 from pg_stat_activity where datname = $1';
    await until(
      'all connections to be ended',
      async () => (await admin.query(open, [database])).rowCount === 0,
    );
    for (let n = 1; n <= 60; n++) await panel.say('state', { n });
    await admin.query(`alter database ${database} allow_connections true`);
    await admin.end();
    await stand.until(
      () => stand.device(account.deviceId),
      ({ state }) => (state as { n?: number } | null)?.n === 60,
    );
    await other.confirmed(await show());
    t.false(other.events.list.some(({ what }) => what === 'disconnected'));
    t.is((await stand.db('display.broker_sessions')).length, 1);
    await other.sleep();
    await panel.client.endAsync();
  },
);
