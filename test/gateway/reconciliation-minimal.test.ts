import { readFile } from 'node:fs/promises';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { gatewayLimits } from '#gateway/limits.ts';
import { until } from '#test/support/until.ts';
import { type Life, lifeIn, pushTo } from './model/life.ts';
import { createMinimalPanel, type MinimalPanelOptions } from './model/minimal-panel.ts';
import { type FaultyStand, startFaultyStand } from './model/stand.ts';

/** Panels written after docs/panel-protocol.md alone, with a client that knows QoS 0 only, as PubSubClient does. */
const test = anyTest as TestFn<FaultyStand>;
test.before(async (t) => {
  // The database never goes away here: a busy machine is no reason to refuse a panel.
  t.context = await startFaultyStand(1, {}, { authenticateTimeout: gatewayLimits.authenticateTimeout });
});
test.after.always(async (t) => t.context.close?.());

const BUFFER_BYTES = 2048;
/** PubSubClient's default. */
const DEFAULT_BUFFER_BYTES = 256;

async function minimal(t: ExecutionContext<FaultyStand>, options: Partial<MinimalPanelOptions> = {}) {
  const life = await lifeIn(t, t.context);
  const { thingName = '', password = '' } = life.panel.credentials ?? {};
  const about = { url: life.wire.url, thingName, password, bufferBytes: BUFFER_BYTES, qos: 0 as const };
  return { life, panel: createMinimalPanel({ ...about, ...options }) };
}

/** Waits until a presentation is in a state. */
async function becomes({ stand }: Life, id: string, state: string): Promise<void> {
  const now = () => stand.db('display.presentations').where({ id }).first('state');
  await until(`a presentation that is ${state}`, async () => (await now()).state === state);
}

test('a client with QoS 0 and the buffer that the protocol asks for shows its picture', async (t) => {
  const { life, panel } = await minimal(t);
  const id = await pushTo(life, 1);
  const served = panel.served();
  await panel.wake();
  await served;
  t.is(panel.screen?.presentationId, id);
  await becomes(life, id, 'confirmed');
  t.is(panel.dropped, 0);
  await panel.sleep();
});

test('the default buffer of such a client is too small for a command, as the protocol document states', async (t) => {
  const { life, panel } = await minimal(t, { bufferBytes: DEFAULT_BUFFER_BYTES });
  const id = await pushTo(life, 1);
  await panel.wake();
  await until('a command to be dropped', () => panel.dropped > 0);
  t.true(panel.largest.received > DEFAULT_BUFFER_BYTES);
  t.is(panel.screen, null);
  await becomes(life, id, 'published');
  await panel.sleep();

  const protocol = await readFile(new URL('../../docs/panel-protocol.md', import.meta.url), 'utf8');
  t.regex(protocol, /PubSubClient's default of 256 is too small/);
  t.regex(protocol, /give the MQTT buffer 2,048 bytes/);
});

test('the longest packets fit into the buffer that the protocol asks for', async (t) => {
  const { life, panel } = await minimal(t);
  const display = { userId: life.users[0], displayId: life.deviceId };
  const nickname = '寝'.repeat(64);
  await t.context.patch({ ...display, settings: { nickname } });
  await t.context.renderAll(life.deviceId);
  const welcomed = panel.served();
  await panel.wake();
  await welcomed;
  await becomes(life, await pushTo(life, 1), 'confirmed');
  t.is(panel.dropped, 0);
  t.log(panel.largest);
  t.true(panel.largest.received > DEFAULT_BUFFER_BYTES && panel.largest.received <= BUFFER_BYTES);
  t.true(panel.largest.sent > DEFAULT_BUFFER_BYTES && panel.largest.sent <= BUFFER_BYTES);
  await panel.sleep();
});

test('a lost confirm is replaced by the next heartbeat', async (t) => {
  const { life, panel } = await minimal(t);
  const first = await pushTo(life, 1);
  const shown = panel.served();
  await panel.wake();
  await shown;
  await becomes(life, first, 'confirmed');

  life.wire.inflict('up', ['lose']);
  const second = await pushTo(life, 2);
  await panel.shows(second);
  // No command reaches the panel any more, so that nothing but the heartbeat can tell.
  life.wire.hold('down');
  await panel.heartbeat();
  await becomes(life, second, 'confirmed');
  t.is((await t.context.db('display.presentations').where({ id: first }).first('state')).state, 'expired');
});

test('a lost command is sent again, and the same picture under another name is confirmed at once', async (t) => {
  const { life, panel } = await minimal(t);
  await panel.wake();
  life.wire.inflict('down', ['lose']);
  const first = await pushTo(life, 1);
  await becomes(life, first, 'confirmed');
  const second = await pushTo(life, 1);
  await becomes(life, second, 'confirmed');
  const display = { userId: life.users[0], displayId: life.deviceId };
  await t.context.activate({ ...display, presentationId: first });
  await becomes(life, first, 'confirmed');
  t.is(panel.screen?.presentationId, first);
  await panel.sleep();
});
