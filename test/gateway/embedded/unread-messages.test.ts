import anyTest, { type TestFn } from 'ava';
import { until } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

test('a message that arrives while others wait to be stored is handled after them, not lost', async (t) => {
  const { db, mqttUrl, newPanel } = t.context;
  const { thingName, password, deviceId } = await newPanel();
  const client = await rawClient(mqttUrl, { clientId: thingName, username: thingName, password });
  const acknowledged: number[] = [];
  const send = (n: number) =>
    client
      .publishAsync(`placard/dev/${thingName}/up/state`, `{"n":${n}}`, { qos: 1 })
      .then(() => acknowledged.push(n));
  const waiting = async () => {
    const { rows } = await db.raw(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  const trx = await db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [deviceId]);
  const together = [send(1), send(2)]; // in one segment: the broker reads no more before one of them is stored
  await until('a message that waits', waiting, { everyMs: 0 });
  void send(3);
  await until('all to be sent', () => client.stream.writableLength === 0, { everyMs: 0 });
  for (let look = 0; look < 20; look++) await waiting(); // the gateway, in this process, has turns to look at it
  await trx.commit();
  await Promise.all(together);
  await send(4);
  t.deepEqual(acknowledged, [1, 2, 3, 4]);
  t.deepEqual((await db('display.devices').where({ id: deviceId }).first('state')).state, { n: 4 });
  await client.endAsync(true);
});
