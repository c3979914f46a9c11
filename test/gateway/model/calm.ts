import { setTimeout as pause } from 'node:timers/promises';
import type { Evidence } from './evidence.ts';
import { hasReason } from './evidence.ts';
import { readHistory } from './history.ts';
import { type Life, powerOff, wake } from './life.ts';
import { readCommands, readPanelMessages } from './messages.ts';
import { checkPromises } from './promises.ts';
import { describeDisplay, replay, type Taken } from './replay.ts';
import { PATIENCE_SECONDS } from './stand.ts';

/** How long a panel may take to be right once nothing goes wrong any more. */
const LIMIT_MS = 120_000;

/** Waits until all is as it should be, at most so long. Answers what is not, or null. */
export async function settled(life: Life, limitMs: number): Promise<string | null> {
  const end = performance.now() + limitMs;
  for (;;) {
    const fault = await whatIsWrong(life);
    if (!fault || performance.now() > end) return fault;
    await pause(5);
  }
}

/** Ends all faults, wakes the panel, and holds whatever then is and ever was against the model. Answers the steps taken. @throws */
export async function calmDown(life: Life): Promise<Taken[]> {
  const { stand, wire, deviceId } = life;
  for (const { database } of stand.gateways) database.restore();
  wire.release();
  life.twinWire.release();
  life.twin?.cutPower();
  life.twin = null;
  await Promise.all(life.tasks);
  Object.assign(life.panel.faults, { fail: '', neverConfirm: false });
  if (life.doubtful) powerOff(life);

  const end = performance.now() + LIMIT_MS;
  for (;;) {
    if (!life.power) await wake(life);
    await stand.renderAll(deviceId);
    const fault = await settled(life, 50);
    if (!fault) break;
    if (performance.now() > end) throw new Error(`never came right: ${fault}`);
  }
  return judge(life);
}

/** Compares the glass with the database; null when both agree that nothing is left to be done. */
async function whatIsWrong({ stand, deviceId, panel, wire, twinWire }: Life): Promise<string | null> {
  const { db } = stand;
  // The queue first: what leaves it in between is pending when the device is read.
  const queued = await db('display.presentations as p')
    .join('display.devices as device', { 'device.id': 'p.device_id', 'device.binding_id': 'p.binding_id' })
    .where({ 'p.device_id': deviceId, 'p.state': 'queued' })
    .first('p.id');
  if (queued) return 'something is queued';
  const device = await db('display.devices').where({ id: deviceId }).first();
  if (device.pending_presentation_id) return 'something is pending';
  const wanted = device.current_presentation_id
    ? await db('display.frames')
        .where({ presentation_id: device.current_presentation_id, format: device.format })
        .first('sha256')
    : (
        await db('display.system_frames as page')
          .leftJoin('display.claim_codes as claim', 'claim.device_id', 'page.device_id')
          .where({ 'page.device_id': deviceId, kind: device.user_id ? 'bound' : 'claim_code' })
          .whereRaw('subject = coalesce(?::text, claim.code)', [device.binding_id])
          .first('files')
      )?.files?.[device.format];
  const { presentationId = null, frame } = panel.screen ?? {};
  if (!wanted || presentationId !== device.current_presentation_id || frame?.sha256 !== wanted.sha256)
    return `the glass shows ${presentationId} instead of ${device.current_presentation_id}`;
  // One that never listened is left to its keep-alive: nothing is ever sent to it.
  const open = [...wire.connections, ...twinWire.connections].filter(
    (one) => one.subscribed && one.closedAt === null,
  );
  return open.length <= 1 ? null : `${open.length} connections are open`;
}

async function judge(life: Life): Promise<Taken[]> {
  const { stand, deviceId, ownerActions, wire, twinWire } = life;
  const { db } = stand;
  const notes = [...wire.notes, ...twinWire.notes].sort((a, b) => a.at - b.at);
  const frames = await db('display.frames as frame')
    .join('display.presentations as p', 'p.id', 'frame.presentation_id')
    .where({ 'p.device_id': deviceId })
    .select('frame.presentation_id', 'frame.format', 'frame.sha256');
  const evidence: Evidence = {
    ownerActions,
    panelMessages: readPanelMessages(notes),
    commands: readCommands(notes),
    connections: [...wire.connections, ...twinWire.connections],
    froze: life.froze,
    frames: new Map(),
    patienceSeconds: PATIENCE_SECONDS,
  };
  for (const { presentation_id, format, sha256 } of frames)
    evidence.frames.set(presentation_id, { ...evidence.frames.get(presentation_id), [format]: sha256 });
  const history = await readHistory(db, deviceId);
  const steps = replay(history, (step, before) => hasReason(evidence, step, before));
  checkPromises(evidence, steps);
  const last = steps.at(-1)?.next;
  const pushes = await db('display.pushes').where({ device_id: deviceId });
  for (const push of pushes) {
    const item = last?.items.get(push.presentation_id);
    const confirmed = steps.some((step) => step.what === 'confirm' && step.item === push.presentation_id);
    if (
      (push.confirmed_at !== null) !== confirmed ||
      (push.published_at !== null) !== (item?.delivered ?? false) ||
      (push.expired_at !== null) !== (item?.state === 'expired')
    )
      throw new Error(
        `the record of ${push.presentation_id} is not what happened: ${last && describeDisplay(last)}`,
      );
  }
  return steps;
}
