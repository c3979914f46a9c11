import { setTimeout as pause } from 'node:timers/promises';
import anyTest, { type TestFn } from 'ava';
import type { Panel } from '#gateway/simulator/panel.ts';
import { randomNumbers } from '#test/support/images.ts';
import { activatePresentation } from '../../modules/display/delivery/activate-presentation.ts';
import { advanceQueue } from '../../modules/display/delivery/advance-queue.ts';
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

const STEPS = 14;

/** A panel's life of `STEPS` random events, then peace. */
async function live(stand: GatewayStand, seed: number) {
  const random = randomNumbers(seed);
  const { panel, show, deviceId, userId } = await stand.simulate();
  const display = { userId, displayId: deviceId };
  const pushed: string[] = [];
  let awake = false;
  const history: string[] = [];
  const events: Record<string, () => Promise<unknown>> = {
    push: async () => pushed.push(await show()),
    activate: async () => {
      const presentationId = pushed[random() % Math.max(pushed.length, 1)];
      // Refused when it was never published, which is as it should be.
      if (presentationId)
        await activatePresentation(stand.context, { ...display, presentationId }).catch(() => {});
    },
    advance: () => advanceQueue(stand.context, display),
    loseCommands: async () => {
      panel.faults.drop = 1 + (random() % 2);
    },
    loseConfirms: async () => {
      panel.faults.neverConfirm = true;
    },
    recover: async () => Object.assign(panel.faults, { drop: 0, neverConfirm: false }),
    wake: async () => {
      if (!awake) await panel.connect();
      awake = true;
    },
    sleep: async () => {
      if (awake) await panel.sleep().catch(() => {});
      awake = false;
    },
    kill: async () => {
      if (awake) panel.kill();
      awake = false;
    },
    report: async () => awake && panel.heartbeat().catch(() => {}),
    wait: () => pause(random() % 60),
  };
  const names = ['push', 'push', 'wake', 'wake', 'wait', ...Object.keys(events)];
  for (let step = 0; step < STEPS; step++) {
    const name = names[random() % names.length] as string;
    history.push(name);
    await events[name]?.();
  }
  await events.recover?.();
  await events.push?.();
  await events.wake?.();
  return { panel, deviceId, pushed, history };
}

/** Waits until nothing is pending or queued and the glass shows the current picture; ava's timeout ends it in vain. */
async function settled({ db }: GatewayStand, panel: Panel, deviceId: string) {
  for (;;) {
    const device = await db('display.devices').where({ id: deviceId }).first();
    const waiting = await db('display.presentations')
      .where({ device_id: deviceId })
      .whereIn('state', ['queued', 'published'])
      .first('id');
    const glass = panel.glass?.presentationId ?? null;
    if (!device.pending_presentation_id && !waiting && glass === device.current_presentation_id)
      return device.current_presentation_id as string;
    await pause(5);
  }
}

for (let seed = 1; seed <= 12; seed++) {
  test(`whatever is lost on the way, the wanted picture ends up on the glass (${seed})`, async (t) => {
    const stand = t.context;
    const { panel, deviceId, pushed, history } = await live(stand, seed * 7919);
    t.log(history.join(' '));
    const current = await settled(stand, panel, deviceId);
    const rows = await stand.db('display.presentations').whereIn('id', pushed).select('id', 'state');
    const shown = rows.filter(({ state }) => state === 'confirmed').map(({ id }) => id);
    t.deepEqual(shown, [current]);
    t.true(rows.every(({ state }) => state === 'confirmed' || state === 'expired'));
    const frame = await stand
      .db('display.frames')
      .where({ presentation_id: current, format: 'raw1' })
      .first();
    t.is(panel.glass?.frame.sha256, frame.sha256);
    await panel.sleep();
  });
}
