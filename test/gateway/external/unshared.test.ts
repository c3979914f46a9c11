import { testWithMosquitto } from './stand.ts';

const test = testWithMosquitto({ MQTT_BROKER_SHARED: 'off' });

test('without shared subscriptions one gateway works, and another replaces it when it is gone', async (t) => {
  const stand = t.context;
  const { panel, show } = await stand.simulate();
  await panel.connect();
  const { gateway: second } = await stand.addGateway();
  await panel.confirmed(await show());
  await t.throwsAsync(async () => second.checks.broker?.(), { message: /no connection/ });
  await stand.gateway.close();
  await stand.ready(second);
  await panel.confirmed(await show());
  t.deepEqual(await stand.db('display.broker_sessions').pluck('gateway_id'), [second.id]);
  await panel.sleep();
});
