import { parseArgs } from 'node:util';
import anyTest, { type TestFn } from 'ava';
import { gatewayLimits } from '#gateway/limits.ts';
import { randomNumbers } from '#test/support/images.ts';
import { rawClient } from '../gateway-stand.ts';
import { calmDown, settled } from '../model/calm.ts';
import { connect, type Life, lifeIn, powerOff, pushTo, wake } from '../model/life.ts';
import { createMinimalPanel, type MinimalPanel } from '../model/minimal-panel.ts';
import type { Note } from '../model/mqtt-wire.ts';
import { type FaultyStand, startFaultyStand } from '../model/stand.ts';

/** `make test AVA_FLAGS="--timeout 8h" FILES="test/gateway/simulator/sleeping.test.ts -- --rounds 10000 --seed 3"` lets a panel live for longer. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
});
const rounds = Number(values.rounds ?? 60);
const seed = Number(values.seed ?? 1);
const ROUND_LIMIT_MS = 60_000;
const DWELL_SECONDS = 60;

const test = anyTest.serial as TestFn<{ stand: FaultyStand; dwelling: FaultyStand }>;
test.before(async (t) => {
  // As patient as in earnest: whatever is sent twice would be seen.
  const { minResend, sweep, authenticateTimeout, holdAck } = gatewayLimits;
  const patient = { minResend, sweep, authenticateTimeout, holdAck };
  const [stand, dwelling] = await Promise.all([
    startFaultyStand(1, {}, patient),
    startFaultyStand(1, { DISPLAY_MIN_DWELL_SECONDS: String(DWELL_SECONDS) }, patient),
  ]);
  t.context = { stand, dwelling };
});
test.after.always(async (t) => {
  await Promise.all([t.context.stand?.close(), t.context.dwelling?.close()]);
});

function sleeper({ panel, wire }: Life, pipelined: boolean): MinimalPanel {
  const { thingName = '', password = '' } = panel.credentials ?? {};
  return createMinimalPanel({ url: wire.url, thingName, password, bufferBytes: 2048, qos: 1, pipelined });
}

/**
 * What went over the newest connection since a packet, by direction: every kind in order, and how often the talk went to
 * and fro. A machine that is slow may refuse a connection, and send a command again: neither is reported here.
 */
function traffic({ wire }: Life, from: number) {
  const newest = wire.connections.at(-1);
  const notes = withoutRepeats(wire.notes.slice(from).filter(({ connection }) => connection === newest));
  const kinds = (direction: string) =>
    notes.filter((one) => one.direction === direction).map(({ packet }) => packet.kind);
  const turns = notes.filter((one, i) => one.direction === 'down' && notes[i - 1]?.direction === 'up').length;
  return { up: kinds('up'), down: kinds('down'), turns };
}

/** Without commands that came again, which the protocol allows, their confirms and the acknowledgements of both. */
function withoutRepeats(notes: Note[]): Note[] {
  const wanted = new Set<string>();
  const repeatedIds = new Set<string>();
  /** Packet ids of acknowledgements that belong to what is left out, by their direction. */
  const leftOut = { up: new Set<number | null>(), down: new Set<number | null>() };
  return notes.filter(({ direction, packet: { kind, packetId, payload } }) => {
    if (kind === 'puback') return !leftOut[direction].has(packetId);
    if (kind !== 'publish') return true;
    const { id, commandId, presentationId, sha256 } = JSON.parse(String(payload));
    if (direction === 'up') {
      if (repeatedIds.has(commandId)) leftOut.down.add(packetId);
      return !repeatedIds.has(commandId);
    }
    const frame = `${presentationId} ${sha256}`;
    const isRepeat = wanted.has(frame);
    wanted.add(frame);
    if (isRepeat) {
      repeatedIds.add(id);
      leftOut.up.add(packetId);
    }
    return !isRepeat;
  });
}

/** One wake with something to show. */
async function window(panel: MinimalPanel): Promise<void> {
  const served = panel.served();
  await panel.wake();
  await served;
  await panel.sleep();
}

test('a wake with a new picture takes eleven packets, without repeated commands', async (t) => {
  const life = await lifeIn(t, t.context.stand);
  const panel = sleeper(life, false);
  for (const picture of [1, 2]) {
    const id = await pushTo(life, picture);
    const from = life.wire.notes.length;
    await window(panel);
    t.is(panel.screen?.presentationId, id);
    const { up, down, turns } = traffic(life, from);
    t.deepEqual(up.toSorted(), ['connect', 'disconnect', 'puback', 'publish', 'publish', 'subscribe']);
    t.deepEqual(down.toSorted(), ['connack', 'puback', 'puback', 'publish', 'suback']);
    // Connect, subscribe, report, confirm; the command may come with a response or after it.
    t.true(turns <= 4 + 1, `${turns} round trips`);
  }
});

test('a wake with nothing new takes seven packets', async (t) => {
  const life = await lifeIn(t, t.context.stand);
  const panel = sleeper(life, false);
  await pushTo(life, 1);
  await window(panel);
  const from = life.wire.notes.length;
  await panel.wake();
  await panel.sleep();
  const { up, down, turns } = traffic(life, from);
  t.deepEqual(up, ['connect', 'subscribe', 'publish', 'disconnect']);
  t.deepEqual(down, ['connack', 'suback', 'puback']);
  t.is(turns, 3);
});

test('a panel that does not wait for responses is served in two round trips, at most one more', async (t) => {
  const life = await lifeIn(t, t.context.stand);
  const panel = sleeper(life, true);
  const id = await pushTo(life, 1);
  const from = life.wire.notes.length;
  await window(panel);
  t.is(panel.screen?.presentationId, id);
  const { up, down, turns } = traffic(life, from);
  t.is(up.length + down.length, 11);
  t.true(turns <= 2 + 1, `${turns} round trips`);
});

test('the broker stores no session for a panel', async (t) => {
  const life = await lifeIn(t, t.context.stand);
  const { thingName = '', password = '' } = life.panel.credentials ?? {};
  const credentials = { clientId: thingName, username: thingName, password, clean: false };
  const before = await rawClient(life.wire.url, credentials);
  await before.subscribeAsync(`${life.topicRoot}/down/#`, { qos: 1 });
  before.end(true);
  await pushTo(life, 1);
  const from = life.wire.notes.length;
  const after = await rawClient(life.wire.url, credentials);
  await after.publishAsync(`${life.topicRoot}/up/state`, '{}', { qos: 1 });
  t.deepEqual(
    traffic(life, from).down,
    ['connack', 'puback'],
    'no session, and no message without a subscription',
  );
  const connack = life.wire.notes[from + 1]?.packet.bytes;
  t.is(connack?.at(2), 0, 'session present');
  after.end(true);
});

test('ten pictures that were queued during sleep are all shown, in order, each for its dwell time', async (t) => {
  const { dwelling } = t.context;
  const life = await lifeIn(t, dwelling);
  const panel = sleeper(life, false);
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await pushTo(life, n));
  const seen: (string | null | undefined)[] = [];
  for (const _ of ids) {
    await window(panel);
    seen.push(panel.screen?.presentationId);
    // A wake before the dwell time is over changes nothing.
    const from = life.wire.notes.length;
    await panel.wake();
    await panel.sleep();
    t.false(traffic(life, from).down.includes('publish'));
    dwelling.moveClock(DWELL_SECONDS + 1);
  }
  t.deepEqual(seen, ids);
});

test('with the policy latest only the newest of ten pictures that were queued during sleep is sent', async (t) => {
  const { dwelling } = t.context;
  const life = await lifeIn(t, dwelling);
  const display = { userId: life.users[0], displayId: life.deviceId };
  await dwelling.patch({ ...display, settings: { queuePolicy: 'latest' } });
  const panel = sleeper(life, false);
  await pushTo(life, 99);
  await window(panel);
  dwelling.moveClock(DWELL_SECONDS + 1);
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await pushTo(life, n));
  const from = life.wire.notes.length;
  await window(panel);
  t.is(panel.screen?.presentationId, ids.at(-1));
  t.is(traffic(life, from).down.filter((kind) => kind === 'publish').length, 1);
  const states = await dwelling.db('display.presentations').whereIn('id', ids).orderBy('id').pluck('state');
  t.deepEqual(states, [...Array(9).fill('expired'), 'confirmed']);
});

test(`each of ${rounds} rounds of sleep, power cuts and lost connections ends with the right picture`, async (t) => {
  const random = randomNumbers(seed);
  const life = await lifeIn(t, t.context.stand);
  await t.context.stand.renderAll(life.deviceId);
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    if (random() % 3 > 0) await pushTo(life, random() % 5);
    const waking = wake(life);
    const end = random() % 4;
    if (end === 0) powerOff(life); // in the midst of waking
    await waking;
    if (end === 1) life.wire.cut();
    if (end === 2) await Promise.race([life.panel.sleep(), settled(life, 20)]);
    if (end < 3) {
      powerOff(life);
      await connect(life);
    }
    const fault = await settled(life, ROUND_LIMIT_MS);
    if (fault) wrong.push(`round ${round} of seed ${seed}: ${fault}`);
    await life.panel.sleep();
    powerOff(life);
  }
  t.deepEqual(wrong, []);
  await calmDown(life);
});
