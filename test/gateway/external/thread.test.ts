import { clientOf, mutePanel, testWithMosquitto } from './stand.ts';

const test = testWithMosquitto({}, { minResend: 15_000 });

test.serial('through an external broker a panel is claimed, gets its picture and confirms it', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  await stand.renderAll();
  await panel.command('bound');
  for (let round = 0; round < 3; round++) {
    const id = await show();
    await panel.confirmed(id);
    const read = () => stand.device(deviceId);
    await stand.until(read, (device) => device.current_presentation_id === id);
    t.is(panel.screen?.presentationId, id);
  }
  const shows = panel.events.list.filter((one) => one.what === 'command' && one.command.kind === 'show');
  t.is(shows.length, 3, 'each picture is sent once');
  t.regex(stand.mosquitto.log(), /Received PUBACK from placard-[0-9a-f]{8}-0/);
  await panel.sleep();
});

test.serial('a panel without an owner gets its claim code, when it connects and when it asks', async (t) => {
  const stand = t.context;
  const { panel, deviceId } = await stand.simulate({ claimed: false });
  await panel.connect();
  await stand.renderAll();
  const code = await panel.claimCode();
  const claim = await stand.db('display.claim_codes').where({ device_id: deviceId }).first('code');
  t.is(code, claim.code);
  const from = panel.events.list.length;
  await panel.requestClaim();
  await panel.command('claim_code', { from });
  await panel.sleep();
});

test.serial('a sleeping panel reports, gets its command and confirms within one wake', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  await stand.renderAll();
  await panel.command('bound');
  await panel.sleep();
  await stand.until(
    () => stand.device(deviceId),
    (device) => device.reported_sha256 === panel.screen?.frame.sha256,
  );
  t.true(await stand.connected(deviceId), 'it cannot be known yet');
  stand.moveClock(120);
  await stand.until(
    () => stand.connected(deviceId),
    (connected) => !connected,
  );
  const id = await show();
  const asleep = await stand.db('display.presentations').where({ id }).first('state');
  t.is(asleep.state, 'queued', 'it waits until the panel can be reached');
  await panel.connect();
  await panel.confirmed(id);
  await panel.sleep();
  await stand.until(
    () => stand.device(deviceId),
    (device) => device.current_presentation_id === id,
  );
});

test.serial(
  'a goodbye and a last will end a connection at once, and messages after a goodbye reopen it',
  async (t) => {
    const stand = t.context;
    const account = await stand.newPanel();
    const topic = `placard/dev/${account.thingName}/up/state`;
    const gone = () =>
      stand.until(
        () => stand.connected(account.deviceId),
        (connected) => !connected,
      );
    const first = await mutePanel(stand.mqttUrl, account);
    await first.heartbeat();
    await stand.until(
      () => stand.connected(account.deviceId),
      (connected) => connected,
    );
    await first.say('state', { online: false });
    await gone();

    const will = { topic, payload: Buffer.from('{"online":false}'), qos: 1 as const, retain: false };
    const second = await clientOf(stand.mqttUrl, account, { will });
    await second.publishAsync(topic, '{"a":1}', { qos: 1 });
    await stand.until(
      () => stand.connected(account.deviceId),
      (connected) => connected,
    );
    second.stream.destroy();
    await gone();

    const third = await mutePanel(stand.mqttUrl, account);
    await third.say('state', { online: false, third: true });
    await stand.until(
      () => stand.device(account.deviceId),
      ({ state }) => (state as { third?: boolean }).third === true,
    );
    await third.heartbeat();
    const { epoch } = await stand.until(
      () => stand.db('display.presence').where({ device_id: account.deviceId }).first(),
      (presence) => presence !== undefined,
    );
    await stand.until(
      () => stand.device(account.deviceId),
      (device) => stand.context.clock.now().getTime() - (device.last_seen_at as Date).getTime() > 1_500,
    );
    const still = await stand.db('display.presence').where({ device_id: account.deviceId }).first();
    t.is(still?.epoch, epoch);
    await third.client.endAsync();
  },
);

test.serial('messages of a panel that sends too many are dropped, and those of others are not', async (t) => {
  const stand = t.context;
  const [loud, quiet] = [await stand.newPanel(), await stand.newPanel()];
  const flooding = await mutePanel(stand.mqttUrl, loud);
  await Promise.all(Array.from({ length: 400 }, (_, n) => flooding.say('state', { n })));
  const other = await mutePanel(stand.mqttUrl, quiet);
  await other.say('state', { n: 1 });
  await stand.until(
    () => stand.device(quiet.deviceId),
    ({ state }) => (state as { n?: number } | null)?.n === 1,
  );
  t.true((await stand.metric('placard_gateway_refused_total{reason="flood"}')) > 0);
  await Promise.all([flooding, other].map(({ client }) => client.endAsync()));
});
