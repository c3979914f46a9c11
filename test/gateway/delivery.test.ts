import anyTest, { type TestFn } from 'ava';
import { gatewayLimits } from '#gateway/limits.ts';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

async function stateOf(stand: GatewayStand, id: string): Promise<string> {
  return (await stand.db('display.presentations').where({ id }).first('state')).state;
}

test('a picture that is queued reaches a connected panel and is confirmed', async (t) => {
  const stand = t.context;
  for (const [format, sizeBytes] of [
    ['raw1', 48_000],
    ['raw2', 96_000],
    ['raw4', 192_000],
  ] as const) {
    const { panel, show } = await stand.simulate({ format });
    await panel.connect();
    const id = await show();
    t.is((await panel.shown(id)).bytes.length, sizeBytes);
    await panel.confirmed(id);
    t.is(await stateOf(stand, id), 'confirmed');
    await panel.sleep();
  }
});

test('a panel that slept gets only the newest picture published meanwhile when it wakes', async (t) => {
  const stand = t.context;
  // As patient as in earnest: a panel that is slow to fetch gets no command twice, so every command counts.
  const { mqttUrl } = await stand.addGateway(gatewayLimits);
  const { panel, show, deviceId } = await stand.simulate({ mqttUrl });
  await panel.connect();
  const first = await show();
  await panel.confirmed(first);
  await panel.sleep();
  await stand.disconnected(deviceId);
  await stand.db('display.devices').where({ id: deviceId }).update({ queue_policy: 'latest' });
  await show();
  const newest = await show();
  const before = panel.events.list.length;
  await panel.connect();
  await panel.confirmed(newest);
  const shows = panel.events.list.slice(before).filter(({ what }) => what === 'command');
  t.is(shows.length, 1);
  await panel.sleep();
});

test('a clock that is set forward publishes due pictures at once, without the sweep', async (t) => {
  // Of its own: its clock moves for all of its panels.
  const stand = await startGatewayStand({ DISPLAY_MIN_DWELL_SECONDS: '86400' }, gatewayLimits);
  t.teardown(() => stand.close());
  const { mqttUrl } = await stand.addGateway({ ...gatewayLimits, sweep: 3_600_000 });
  const { panel, show } = await stand.simulate({ mqttUrl });
  await panel.connect();
  await panel.confirmed(await show());
  const waiting = await show();
  t.is(await stateOf(stand, waiting), 'queued');
  stand.moveClock(86_401);
  await panel.confirmed(waiting);
  t.is(await stateOf(stand, waiting), 'confirmed');
});

test('a lost command is sent again without a request', async (t) => {
  const stand = t.context;
  const { panel, show } = await stand.simulate({ faults: { drop: 1 } });
  await panel.connect();
  const id = await show();
  await panel.events.until(({ what }) => what === 'dropped');
  panel.faults.drop = 0;
  await panel.confirmed(id);
  t.is(await stateOf(stand, id), 'confirmed');
  await panel.sleep();
});

test('a panel that never confirms gets the command again, until its heartbeat confirms the picture', async (t) => {
  const stand = t.context;
  const { panel, show } = await stand.simulate({ faults: { neverConfirm: true } });
  await panel.connect();
  const id = await show();
  await panel.shown(id);
  const from = panel.events.list.length;
  await panel.command('show', { from });
  t.is(await stateOf(stand, id), 'published');
  panel.faults.neverConfirm = false;
  await panel.heartbeat();
  t.is(await stateOf(stand, id), 'confirmed');
  await panel.sleep();
});

test('a panel that loses power before its confirm is acknowledged follows commands when it is back', async (t) => {
  const stand = t.context;
  const { panel, show, deviceId } = await stand.simulate();
  await panel.connect();
  let killed = false;
  panel.events.watch(({ what }) => {
    if (what !== 'frame' || killed) return;
    killed = true;
    queueMicrotask(() => panel.cutPower()); // once the confirm is under way
  });
  await panel.shown(await show());
  await stand.disconnected(deviceId);
  await panel.connect();
  const next = await show();
  await panel.confirmed(next, { timeoutMs: 120_000 });
  t.is(await stateOf(stand, next), 'confirmed');
  await panel.sleep();
});

test('a picture that a panel fails to show is tried three times, then the next is sent', async (t) => {
  const stand = t.context;
  const { panel, show } = await stand.simulate({ faults: { fail: 'broken glass' } });
  await panel.connect();
  const [first, second] = [await show(), await show()];
  await panel.events.until(
    (one) => one.what === 'failed' && one.command.kind === 'show' && one.command.presentationId === second,
  );
  t.is(await stateOf(stand, first), 'failed');
  panel.faults.fail = '';
  await panel.confirmed(second);
  await panel.sleep();
});

test('a panel without an owner shows its code, then the welcome page, then a code again', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId } = await stand.simulate({ claimed: false });
  await panel.connect();
  await stand.renderAll();
  const code = await panel.claimCode();
  await panel.events.until((one) => one.what === 'confirmed' && one.command.kind === 'claim_code');
  await stand.claim({ userId, code: code.toLowerCase(), nickname: 'Kitchen' });
  await stand.renderAll();
  const bound = await panel.command('bound');
  t.is(bound.kind === 'bound' && bound.name, 'Kitchen');
  await panel.events.until((one) => one.what === 'confirmed' && one.command.kind === 'bound');

  const from = panel.events.list.length;
  await stand.unbind({ userId, displayId: deviceId });
  await panel.events.until(({ what }) => what === 'unbound', { from });
  await stand.renderAll();
  t.not(await panel.claimCode({ from }), code);
  await panel.sleep();
});

test('an expired code is replaced on the next heartbeat', async (t) => {
  const stand = t.context;
  const { panel, deviceId } = await stand.simulate({ claimed: false });
  await panel.connect();
  await stand.renderAll();
  const code = await panel.claimCode();
  await panel.events.until((one) => one.what === 'confirmed');
  await stand
    .db('display.claim_codes')
    .where({ device_id: deviceId })
    .update({ expires_at: new Date(0) });
  const from = panel.events.list.length;
  await panel.heartbeat();
  await stand.renderAll();
  t.not(await panel.claimCode({ from }), code);
  await panel.sleep();
});

test('after request_claim a panel with an owner gets the welcome page, then its picture again', async (t) => {
  const stand = t.context;
  const { panel, show } = await stand.simulate();
  await stand.renderAll();
  await panel.connect();
  const id = await show();
  await panel.confirmed(id);
  const from = panel.events.list.length;
  await panel.requestClaim();
  await panel.command('bound', { from });
  await panel.shown(id, { from });
  t.is(panel.screen?.presentationId, id);
  await panel.sleep();
});

test('a second connection with the password of the panel takes over, on this gateway and on another', async (t) => {
  const stand = t.context;
  const other = await stand.addGateway();
  for (const mqttUrl of [stand.mqttUrl, other.mqttUrl]) {
    const { panel, show } = await stand.simulate({ reconnectMs: 60_000 });
    await panel.connect();
    const { panel: twin } = await stand.simulate({ claimed: false });
    twin.credentials = panel.credentials && { ...panel.credentials, mqttUrl };
    await twin.connect();
    await panel.events.until(({ what }) => what === 'disconnected');
    const id = await show();
    await twin.confirmed(id);
    t.is(await stateOf(stand, id), 'confirmed');
    t.false(panel.events.list.some(({ what }) => what === 'frame'));
    panel.cutPower();
    await twin.sleep();
  }
});

test('a gateway that stops disconnects its panels at once, and another one serves them', async (t) => {
  const stand = t.context;
  const doomed = await stand.addGateway();
  const { panel, show, deviceId } = await stand.simulate({ mqttUrl: doomed.mqttUrl, reconnectMs: 60_000 });
  await panel.connect();
  await doomed.gateway.close();
  await panel.events.until(({ what }) => what === 'disconnected');
  t.is((await stand.db('display.presence').where({ device_id: deviceId })).length, 0);
  panel.cutPower();
  const id = await show();
  t.is(await stateOf(stand, id), 'queued');
  panel.credentials = panel.credentials && { ...panel.credentials, mqttUrl: stand.mqttUrl };
  await panel.connect();
  await panel.confirmed(id);
  await panel.sleep();
});
