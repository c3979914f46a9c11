import { once } from 'node:events';
import { mutePanel, testWithMosquitto } from './stand.ts';

const test = testWithMosquitto({}, { minResend: 120_000, maxResend: 120_000 });

test.serial('two gateways share the panels, and one of them sends each command', async (t) => {
  const stand = t.context;
  await stand.forkGateway();
  const panels = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const one = await stand.simulate();
      await one.panel.connect();
      return one;
    }),
  );
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      panels.map(async ({ panel, show, deviceId }) => {
        const id = await show();
        await panel.confirmed(id);
        await panel.heartbeat();
        await stand.until(
          () => stand.device(deviceId),
          (device) => device.current_presentation_id === id,
        );
      }),
    );
  }
  const holders = new Set<string>(await stand.db('display.presence').distinct().pluck('gateway_id'));
  t.is(holders.size, 2, 'both have panels of their own');
  const epochs = await stand.db('display.presence').pluck('epoch');
  t.is(Math.max(...epochs) - Math.min(...epochs), panels.length - 1, 'no panel was taken over');
  for (const { panel } of panels) {
    const shows = panel.events.list.filter((one) => one.what === 'command' && one.command.kind === 'show');
    t.is(shows.length, 3);
    await panel.sleep();
  }
});

test.serial('a confirm is not lost with the gateway that was about to store it', async (t) => {
  const stand = t.context;
  const [other] = [await stand.forkGateway()];
  const panels = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const { panel, show, deviceId } = await stand.simulate();
      const { thingName, password } = panel.credentials as { thingName: string; password: string };
      const mute = await mutePanel(stand.mqttUrl, { thingName, password });
      await mute.heartbeat();
      const id = await show();
      return { ...mute, id, deviceId, command: await mute.showCommand(id) };
    }),
  );
  const ids = panels.map(({ deviceId }) => deviceId);
  const trx = await stand.db.transaction();
  await trx('display.devices').whereIn('id', ids).forUpdate();
  // The broker has them, the gateways cannot store them.
  await Promise.all(panels.map(({ confirm, command }) => confirm(command)));
  const blocked = async () => {
    const { rows } = await stand.db.raw(
      `select distinct application_name, count(*) over (partition by application_name) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await stand.until(blocked, (processes) => processes === 2);
  other.kill('SIGKILL');
  await once(other, 'exit');
  for (const { client } of panels) client.end(true);
  await trx.commit();
  for (const { deviceId, id } of panels) {
    await stand.until(
      () => stand.device(deviceId),
      (device) => device.current_presentation_id === id,
    );
  }
  const sessions = () => stand.db('display.broker_sessions').pluck('gateway_id');
  t.deepEqual(new Set(await stand.until(sessions, ({ length }) => length <= 2)).has(stand.gateway.id), true);
  const held = await stand.db('display.presence').whereIn('device_id', ids).distinct().pluck('gateway_id');
  t.true(held.length >= 1);
});
