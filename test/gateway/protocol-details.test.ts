import anyTest, { type TestFn } from 'ava';
import type { MqttClient } from 'mqtt';
import type { Command } from '#modules/display';
import { until, within } from '#test/support/until.ts';
import { closed, type GatewayStand, rawClient, startGatewayStand } from './gateway-stand.ts';

/** Details of docs/panel-protocol.md that firmware relies on. */
const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

const ALWAYS_QUIET = {
  quiet_hours: JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }]),
  time_zone: 'UTC',
};
const ABOUT = { ts: 0, firmware: '1', battery: null };

/** A panel with an owner that reports what the test lets it report, and nothing else. */
async function handDriven(stand: GatewayStand, mqttUrl = stand.mqttUrl, options: object = {}) {
  const { panel, ...about } = await stand.simulate();
  const { thingName, password } = panel.credentials as { thingName: string; password: string };
  const client = await rawClient(mqttUrl, { clientId: thingName, username: thingName, password, ...options });
  const root = `placard/dev/${thingName}`;
  const commands: { command: Command; at: number }[] = [];
  client.on('message', (_topic, payload) => {
    commands.push({ command: JSON.parse(String(payload)), at: performance.now() });
  });
  await client.subscribeAsync(`${root}/down/#`, { qos: 1 });
  return {
    ...about,
    client,
    root,
    commands,
    say: (topic: string, message: object) => say(client, `${root}/up/${topic}`, message),
    /** The nth command of a kind that came, counted from one. */
    nth: (n: number, kind: Command['kind'] = 'show') =>
      until(`command ${n} of the kind ${kind}`, () => {
        const found = commands.filter(({ command }) => command.kind === kind)[n - 1];
        return found?.command as Extract<Command, { kind: 'show' }> | undefined;
      }),
    /** Until a command names a waking time after `time`, in ms. How many commands come before depends on how busy the gateway is. */
    sleepsBeyond: (time: number) =>
      until('a later time to wake', () =>
        commands.some(({ command }) => command.kind === 'sleep' && Date.parse(command.wakeAt) > time),
      ),
  };
}

async function say(client: MqttClient, topic: string, message: object): Promise<void> {
  await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
}

function about({ id: commandId, presentationId, sha256 }: Extract<Command, { kind: 'show' }>) {
  return { commandId, presentationId, sha256 };
}

async function presentation({ db }: GatewayStand, id: string) {
  return db('display.presentations').where({ id }).first('state', 'failure');
}

test('a confirm needs no shownAt', async (t) => {
  const panel = await handDriven(t.context);
  const id = await panel.show();
  await panel.say('confirm', { ...about(await panel.nth(1)), ok: true });
  t.is((await presentation(t.context, id)).state, 'confirmed');
  await panel.client.endAsync();
});

test('a long error is cut, an error may be missing, and both count', async (t) => {
  const panel = await handDriven(t.context);
  const id = await panel.show();
  const failed = { ok: false, cause: 'show' };
  await panel.say('confirm', { ...about(await panel.nth(1)), ...failed });
  await panel.say('confirm', { ...about(await panel.nth(2)), ...failed, error: null });
  t.is((await presentation(t.context, id)).state, 'published');
  await panel.say('confirm', {
    ...about(await panel.nth(3)),
    ...failed,
    error: `${'x'.repeat(999)}😀${'y'.repeat(2000)}`,
  });
  const { state, failure } = await presentation(t.context, id);
  t.is(state, 'failed');
  t.true(failure.message.endsWith(`${'x'.repeat(999)}\ufffd`));
  await panel.client.endAsync();
});

test('a failed fetch that the panel reports as such does not count, nor does an unknown cause', async (t) => {
  const panel = await handDriven(t.context);
  const id = await panel.show();
  for (let n = 1; n <= 4; n++) {
    const cause = n === 4 ? 'weather' : 'fetch';
    await panel.say('confirm', { ...about(await panel.nth(n)), ok: false, cause, error: 'glass' });
  }
  t.is((await presentation(t.context, id)).state, 'published');
  await panel.client.endAsync();
});

test('when a heartbeat has one of the two fields of the shown picture, the other counts as null', async (t) => {
  const stand = t.context;
  const panel = await handDriven(stand);
  await stand.renderAll();
  await panel.say('heartbeat', ABOUT);
  const welcome = await panel.nth(1, 'bound');
  await panel.say('heartbeat', { ...ABOUT, sha256: welcome.sha256 });
  const { db } = stand;
  const reported = () =>
    db('display.devices').where({ id: panel.deviceId }).first('reported_presentation_id', 'reported_sha256');
  t.deepEqual({ ...(await reported()) }, { reported_presentation_id: null, reported_sha256: welcome.sha256 });
  const id = await panel.show();
  const command = await panel.nth(1);
  t.is(command.presentationId, id);
  await panel.say('confirm', { ...about(command), ok: true });
  await panel.say('heartbeat', { ...ABOUT, presentationId: id });
  t.deepEqual({ ...(await reported()) }, { reported_presentation_id: id, reported_sha256: null });
  t.is((await panel.nth(2)).presentationId, id, 'it is sent again');
  await panel.client.endAsync();
});

test('a pending unbound command is never skipped', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId } = await stand.simulate();
  await panel.connect();
  await panel.sleep();
  await stand.disconnected(deviceId);
  await stand.unbind({ userId, displayId: deviceId });
  await stand.renderAll();
  const from = panel.events.list.length;
  await panel.connect();
  const code = await panel.claimCode({ from });
  const ownerships = panel.events.list
    .slice(from)
    .flatMap((one) => (one.what === 'command' ? [one.command.kind] : []));
  t.deepEqual(ownerships.slice(0, 2), ['unbound', 'claim_code']);
  await stand.claim({ userId, code, nickname: null });
  await panel.sleep();
});

test('a command that a panel does not follow is sent again after growing pauses', async (t) => {
  const stand = t.context;
  const { mqttUrl } = await stand.addGateway({ minResend: 60, maxResend: 200 });
  const panel = await handDriven(stand, mqttUrl);
  const begin = performance.now();
  await panel.show();
  await panel.nth(5);
  const times = panel.commands.filter(({ command }) => command.kind === 'show').map(({ at }) => at - begin);
  // 60, 120, 200 and 200 ms after one another. A message may come late, never before its time but for a timer's millisecond.
  for (const [n, earliest] of [0, 60, 180, 380, 580].entries())
    t.true((times[n] as number) >= earliest - 5, `${n}: ${times[n]}`);
  await panel.client.endAsync();
});

test('"online": false takes effect at once, and the next message of the panel reverts it', async (t) => {
  const stand = t.context;
  const panel = await handDriven(stand);
  const online = async () =>
    (await stand.as(panel.userId).get(`/api/displays/${panel.deviceId}`)).body.online;
  await panel.say('heartbeat', ABOUT);
  t.true(await online());
  await panel.say('state', { online: false });
  t.false(await online());
  stand.moveClock(1);
  await panel.say('heartbeat', ABOUT);
  t.true(await online());
  stand.moveClock(1);
  await panel.say('state', { online: false });
  await panel.client.endAsync();
  await stand.disconnected(panel.deviceId);
  t.false(await online());
});

test('"online": false works as the last will', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId } = await stand.simulate();
  const { thingName, password } = panel.credentials as { thingName: string; password: string };
  const will = {
    topic: `placard/dev/${thingName}/up/state`,
    payload: '{"online":false}' as never,
    qos: 1 as const,
    retain: false,
  };
  const client = await rawClient(stand.mqttUrl, { clientId: thingName, username: thingName, password, will });
  stand.moveClock(1);
  const gone = closed(client);
  client.stream.destroy();
  await gone;
  await stand.disconnected(deviceId);
  t.false((await stand.as(userId).get(`/api/displays/${deviceId}`)).body.online);
});

test('a panel that announces sleep gets the time of its next wake, with a command and without one', async (t) => {
  const stand = t.context;
  const panel = await handDriven(stand);
  const device = () => stand.db('display.devices').where({ id: panel.deviceId });
  await stand.renderAll();
  await panel.say('heartbeat', ABOUT);
  const { sha256 } = await panel.nth(1, 'bound');
  const sleeping = { ...ABOUT, sleeps: true, sha256 };
  await panel.say('heartbeat', sleeping);
  const { kind, id, issuedAt, wakeAt = '', ...rest } = await panel.nth(1, 'sleep');
  t.deepEqual(rest, {});
  const seconds = (Date.parse(wakeAt) - Date.parse(issuedAt)) / 1000;
  t.true(Math.abs(seconds - 900) < 30, `${seconds} s: nothing was ever pushed`);

  await panel.show();
  t.true(Date.parse((await panel.nth(1)).wakeAt as string) > Date.parse(issuedAt));
  await panel.say('confirm', { ...about(await panel.nth(1)), ok: true });

  await device().update(ALWAYS_QUIET);
  await panel.say('heartbeat', { ...ABOUT, sleeps: true });
  await panel.sleepsBeyond(Date.parse(issuedAt) + 7_200_000);
  t.is((await device().first()).wake_reason, 'quiet_hours_end');
  // The response to the first is still under way when the second is stored.
  for (let round = 0; round < 10; round++) {
    await panel.say('heartbeat', { ...ABOUT, sleeps: true });
    await panel.say('heartbeat', ABOUT);
    t.is((await device().first()).wake_at, null, 'one that does not sleep any more');
  }
  await panel.client.endAsync();
});

test('a message of a panel that arrives while its next wake is computed is considered in it', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const [looked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let holds = false;
  const { mqttUrl } = await stand.addGateway(
    {},
    {
      async nextCommand(...panel) {
        const next = await link.nextCommand(...panel);
        if (holds) {
          looked.resolve();
          await goOn.promise;
        }
        return next;
      },
    },
  );
  const panel = await handDriven(stand, mqttUrl);
  await stand.renderAll();
  await panel.say('heartbeat', ABOUT);
  const sleeping = { ...ABOUT, sleeps: true, sha256: (await panel.nth(1, 'bound')).sha256 };
  await panel.say('heartbeat', sleeping);
  const { issuedAt } = await panel.nth(1, 'sleep');
  holds = true;
  await panel.say('heartbeat', sleeping);
  await within('a look', looked.promise);
  await stand.db('display.devices').where({ id: panel.deviceId }).update(ALWAYS_QUIET);
  await panel.say('heartbeat', sleeping);
  goOn.resolve();
  const morning = Date.parse(issuedAt) + 7_200_000;
  await panel.sleepsBeyond(morning);
  const wakingTimes = panel.commands.flatMap(({ command }) =>
    command.kind === 'sleep' ? [command.wakeAt] : [],
  );
  t.true(wakingTimes.length >= 3, 'the outdated time was sent as well');
  t.true(Date.parse(wakingTimes.at(-1) as string) > morning, 'the last one counts');
  await panel.client.endAsync();
});

test('a panel that does not announce sleep gets no time to wake', async (t) => {
  const stand = t.context;
  const panel = await handDriven(stand);
  await stand.renderAll();
  await panel.say('heartbeat', { ...ABOUT, sha256: '0'.repeat(64) });
  const { sha256, ...welcome } = await panel.nth(1, 'bound');
  t.false('wakeAt' in welcome);
  await panel.say('heartbeat', { ...ABOUT, sha256 });
  await panel.show();
  await panel.nth(1, 'show');
  t.deepEqual(
    panel.commands.filter(({ command }) => command.kind === 'sleep' || command.wakeAt),
    [],
  );
  const { wake_at: wakeAt } = await stand.db('display.devices').where({ id: panel.deviceId }).first();
  t.is(wakeAt, null);
  await panel.client.endAsync();
});
