import anyTest, { type TestFn } from 'ava';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { type Balancer, startBalancer } from './balancer.ts';

interface Context {
  stand: GatewayStand;
  first: GatewayProcess;
  second: GatewayProcess;
  balancer: Balancer;
  mqttUrl: string;
}

/** Two gateways, each in a process of its own, behind a balancer, on one Postgres. */
const test = (anyTest as TestFn<Context>).serial;
test.before(async (t) => {
  const stand = await startGatewayStand();
  const settings = { MQTT_TRUSTED_PROXIES: '127.0.0.1' };
  const [first, second] = await Promise.all([
    startGatewayProcess(stand.context.config, settings),
    startGatewayProcess(stand.context.config, settings),
  ]);
  const balancer = await startBalancer([first.port, second.port]);
  t.context = { stand, first, second, balancer, mqttUrl: `mqtt://127.0.0.1:${balancer.port}` };
});
test.after.always(async (t) => {
  const { stand, first, second, balancer } = t.context;
  balancer?.close();
  await Promise.all([first?.kill(), second?.kill()]);
  await stand?.close();
});

/** The gateway that holds the panel, as the database knows it. */
async function holder({ stand }: Context, deviceId: string): Promise<string | undefined> {
  const row = await stand.db('display.presence').where({ device_id: deviceId }).first('gateway_id');
  return row?.gateway_id;
}

test('a published picture reaches a panel through the gateway that holds its connection', async (t) => {
  const { stand, mqttUrl } = t.context;
  const panels = await Promise.all([1, 2, 3, 4].map(() => stand.simulate({ mqttUrl })));
  for (const { panel } of panels) await panel.connect();
  const holders = new Set(await Promise.all(panels.map(({ deviceId }) => holder(t.context, deviceId))));
  t.is(holders.size, 2);
  for (const { panel, show } of panels) await panel.confirmed(await show());
  for (const { panel } of panels) await panel.sleep();
});

test('a panel that moves to another gateway is served there, and the first disconnects it', async (t) => {
  const { stand, balancer, first, second, mqttUrl } = t.context;
  balancer.targets = [first.port];
  const { panel, deviceId, show } = await stand.simulate({ mqttUrl, reconnectMs: 60_000 });
  await panel.connect();
  const before = await holder(t.context, deviceId);

  balancer.targets = [second.port];
  const { credentials } = panel;
  const { panel: moved } = await stand.simulate({ mqttUrl, credentials });
  const closed = panel.events.until(({ what }) => what === 'disconnected');
  await moved.connect();
  await closed;
  const after = await holder(t.context, deviceId);
  t.truthy(after);
  t.not(after, before);

  const presentation = await show();
  await moved.confirmed(presentation);
  t.false(
    panel.events.list.some(({ what }) => what === 'frame'),
    'nothing reached the old connection',
  );
  t.is(await holder(t.context, deviceId), after, 'the end of the old connection does not end the new one');
  await moved.sleep();
  panel.cutPower();
});

test('panels of a killed gateway show the right picture once they have reconnected', async (t) => {
  const { stand, balancer, first, second, mqttUrl } = t.context;
  balancer.targets = [first.port];
  const panels = await Promise.all(Array.from({ length: 8 }, () => stand.simulate({ mqttUrl })));
  for (const { panel } of panels) await panel.connect();
  const [{ deviceId }] = panels as [(typeof panels)[0]];
  const dead = await holder(t.context, deviceId);

  // What is queued at the moment of the kill is not published, or to a connection that has gone.
  balancer.targets = [first.port, second.port];
  const pictures = Promise.all(panels.map(({ show }) => show()));
  await first.kill();
  const shown = await pictures;
  await Promise.all(panels.map(({ panel }, n) => panel.confirmed(shown[n] ?? '')));

  const rows = await stand.db('display.presentations').whereIn('id', shown).select('state');
  t.deepEqual([...new Set(rows.map(({ state }) => state))], ['confirmed']);
  for (const one of panels) {
    t.is(one.panel.screen?.presentationId, shown[panels.indexOf(one)]);
    t.not(await holder(t.context, one.deviceId), dead);
  }
  for (const one of panels) {
    await one.panel.sleep();
    await stand.disconnected(one.deviceId);
  }
});
