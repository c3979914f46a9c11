import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
// Behind index.ts: an entry grows old in the transaction that holds its panel, or it might be published meanwhile.
import { expireQueues } from '../../../modules/display/delivery/expire-queues.ts';
import { lockDevice } from '../../../modules/display/lock-display.ts';
import { settled } from './calm.ts';
import { attempt, enrol, forAMoment, type Life, panelAt, powerOff, wake } from './life.ts';
import type { Event } from './steps.ts';

/** Lets an event happen. What makes no sense at the moment does nothing. */
export async function applyEvent(life: Life, event: Event): Promise<void> {
  const { stand, wire, panel } = life;
  const gateway = 'gateway' in event ? stand.gateways[event.gateway] : undefined;
  switch (event.do) {
    case 'both':
      return void (await Promise.all(event.events.map((one) => applyEvent(life, one))));
    case 'wake':
      wire.target = gateway?.port ?? 0;
      return wake(life);
    case 'move':
      wire.abandon();
      powerOff(life);
      for (const one of stand.gateways) if (one !== gateway) one.database.cutListener();
      wire.target = gateway?.port ?? 0;
      return wake(life);
    case 'visit':
      return visit(life, gateway?.port ?? 0);
    case 'twinGone':
      life.twin?.cutPower();
      life.twin = null;
      return;
    case 'sleep':
      if (life.power) await forAMoment(panel.sleep());
      return powerOff(life);
    case 'powerLost':
      return powerOff(life);
    case 'blank':
      powerOff(life);
      panel.screen = null;
      return;
    case 'heartbeat':
      return forAMoment(panel.heartbeat());
    case 'faults':
      panel.faults.fail = event.fails ? 'broken glass' : '';
      panel.faults.neverConfirm = event.silent;
      return;
    case 'enrol':
      return attempt(life, enrol(life, event));
    case 'disturb':
      return wire.inflict(event.direction, event.faults);
    case 'hold':
      return wire.hold(event.direction);
    case 'release':
      return wire.release();
    case 'cut':
      return wire.cut();
    case 'abandon':
      return wire.abandon();
    case 'forge':
      return attempt(life, forge(life, event));
    case 'killGateway': {
      await stand.replaceGateway(event.gateway);
      if (wire.target === gateway?.port) wire.target = stand.gateways[event.gateway]?.port ?? 0;
      return;
    }
    case 'databaseCut':
      return gateway?.database.cut();
    case 'databaseFrozen':
      life.froze = true;
      return gateway?.database.freeze();
    case 'databaseBack':
      return gateway?.database.restore();
    case 'listenerCut':
      return gateway?.database.cutListener();
    case 'commitLost':
      return gateway?.database.loseNextCommit();
    case 'timePasses':
      return stand.moveClock(event.seconds);
    case 'pause':
      return pause(event.ms);
    case 'settle':
      return void (await settled(life, 250));
    default:
      return attempt(life, ask(life, event));
  }
}

type Wish = Extract<
  Event,
  { do: 'push' | 'activate' | 'remove' | 'tooOld' | 'advance' | 'render' | 'unbind' | 'policy' | 'claim' }
>;

/** What owners do, and the worker. */
async function ask(life: Life, event: Wish): Promise<unknown> {
  const { stand, deviceId, pushed, ownerActions } = life;
  const { context, db } = stand;
  if (event.do === 'render') return stand.renderAll(deviceId);
  if (event.do === 'claim') return claim(life, event.owner);
  const { user_id: userId } = await db('display.devices').where({ id: deviceId }).first('user_id');
  if (!userId) return;
  const display = { userId, displayId: deviceId };
  const presentationId = 'which' in event ? await chosen(life, event) : undefined;
  switch (event.do) {
    case 'push':
      pushed.push(await stand.pushPicture(userId, deviceId, event.picture, event.priority));
      return event.rendered && stand.renderAll(deviceId);
    case 'advance':
      ownerActions.push({ what: 'advance', item: null });
      return stand.advance(display);
    case 'policy':
      return stand.patch({ ...display, settings: { queuePolicy: event.policy } });
    case 'unbind':
      return stand.unbind(display);
  }
  if (!presentationId) return;
  if (event.do === 'activate') {
    ownerActions.push({ what: 'activate', item: presentationId });
    return stand.activate({ ...display, presentationId });
  }
  ownerActions.push({ what: 'remove', item: presentationId });
  if (event.do === 'remove') return stand.takeOut({ ...display, presentationId });
  return db.transaction(async (trx) => {
    await lockDevice(trx, deviceId); // or it might be published while it grows old
    const queuedAt = addSeconds(context.clock.now(), -(context.config.QUEUE_MAX_AGE_HOURS * 3600 + 1));
    await trx('display.pushes').where({ presentation_id: presentationId }).update({ queued_at: queuedAt });
    await expireQueues({ ...context, db: trx });
  });
}

/** Rather one with which something can be done. */
async function chosen(
  { stand, deviceId, pushed }: Life,
  event: { do: Event['do']; which: number },
): Promise<string | undefined> {
  const fitting = await stand
    .db('display.pushes as push')
    .join('display.presentations as p', 'p.id', 'push.presentation_id')
    .where({ 'p.device_id': deviceId })
    .whereRaw(FITTING[event.do] ?? `p.state = 'queued'`)
    .orderBy('p.id')
    .pluck('p.id');
  const choice = fitting.length > 0 && event.which % 4 > 0 ? fitting : pushed;
  return choice[event.which % Math.max(choice.length, 1)];
}

const FITTING: Partial<Record<Event['do'], string>> = {
  activate: `push.published_at is not null and p.state <> 'published'`,
  forge: `p.state = 'published'`,
};

async function claim({ stand, deviceId, users }: Life, owner: number): Promise<void> {
  const standing = await stand.db('display.claim_codes').where({ device_id: deviceId }).first('code');
  const userId = users[owner] as string;
  if (standing) await stand.claim({ userId, code: standing.code, nickname: null });
}

/** A second panel with the same credentials turns up. */
async function visit(life: Life, port: number): Promise<void> {
  const { panel, twinWire, stand, hardwareId } = life;
  if (life.twin || !panel.credentials) return;
  twinWire.target = port;
  life.twin = panelAt(stand, hardwareId, { ...panel.credentials, mqttUrl: twinWire.url });
  await forAMoment(life.twin.connect());
}

/** The panel says of a presentation what may not be so, also of one that it should not know. */
async function forge(life: Life, event: Extract<Event, { do: 'forge' }>): Promise<void> {
  const { stand, wire, topicRoot } = life;
  const presentationId = await chosen(life, event);
  if (!presentationId) return;
  const format = event.sha256 === 'right' ? 'raw1' : 'raw4';
  const frame = await stand
    .db('display.frames')
    .where({ presentation_id: presentationId, format })
    .first('sha256');
  const sha256 = event.sha256 === 'wrong' ? 'f'.repeat(64) : (frame?.sha256 ?? '0'.repeat(64));
  const about = { presentationId, sha256 };
  const say = (topic: string, message: object) =>
    wire.say(`${topicRoot}/up/${topic}`, JSON.stringify(message));
  if (event.claims === 'reported') return say('heartbeat', { ts: 0, firmware: 'f', battery: null, ...about });
  const outcome = event.claims === 'shown' ? { ok: true } : { ok: false, cause: 'show', error: 'forged' };
  const first = newId();
  for (let n = 0; n < event.times; n++) {
    const commandId = event.sameCommand ? first : newId();
    say('confirm', { commandId, ...about, shownAt: 0, ...outcome });
  }
}
