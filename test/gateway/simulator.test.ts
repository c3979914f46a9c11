import anyTest, { type TestFn } from 'ava';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';
import { createMqttWire } from './model/mqtt-wire.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

test('a simulated panel that loses its connection while it says goodbye is asleep then', async (t) => {
  const wire = await createMqttWire();
  t.teardown(wire.close);
  wire.target = t.context.gateway.port;
  const { panel } = await t.context.simulate({ mqttUrl: wire.url });
  await panel.connect();
  wire.hold('down');
  const unanswered = t.throwsAsync(panel.heartbeat());
  const sleeping = panel.sleep();
  wire.cut();
  await sleeping;
  await unanswered;
  wire.release();
  await panel.connect();
  await panel.sleep();
});

test('a simulated panel that is not connected can sleep', async (t) => {
  const wire = await createMqttWire();
  wire.target = t.context.gateway.port;
  const { panel } = await t.context.simulate({ mqttUrl: wire.url });
  await panel.connect();
  await wire.close();
  await panel.happenings.until(({ what }) => what === 'disconnected');
  await panel.sleep();
  await t.throwsAsync(panel.heartbeat(), { message: 'the panel is not connected' });
});
