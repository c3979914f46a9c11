import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { createPanel, type Panel } from '#client/panel/panel.ts';
import { brand } from '#shared/brand.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { until } from '#test/support/until.ts';
import type { OwnerAction } from './evidence.ts';
import { createMqttWire, type MqttWire } from './mqtt-wire.ts';
import type { FaultyStand } from './stand.ts';

/** Whatever takes longer goes on by itself: a lock may be held by a gateway that has lost its database. */
const MOMENT_MS = 120;
const BAD_CREDENTIALS = 4;

/** One panel, owned at first, and all who have to do with it. */
export interface Life {
  stand: FaultyStand;
  deviceId: string;
  hardwareId: string;
  topicRoot: string;
  users: [string, string];
  panel: Panel;
  wire: MqttWire;
  /** A second panel with the same credentials, somewhere else. */
  twin: Panel | null;
  twinWire: MqttWire;
  pushed: string[];
  ownerActions: OwnerAction[];
  /** Stands for the time since the panel was switched on; null while it is off. While on, it connects by itself. */
  power: object | null;
  /** Its password may have ended, which it learns when it connects anew. */
  doubtful: boolean;
  /** Whether a response of the database may have been as old as a frozen connection. */
  froze: boolean;
  /** What is still under way. */
  tasks: Promise<unknown>[];
}

export async function beginLife(stand: FaultyStand): Promise<Life> {
  const hardwareId = `sim-${newId()}`;
  const [wire, twinWire] = await Promise.all([createMqttWire(), createMqttWire()]);
  const { thingName, password } = await stand.enrol({ hardwareId });
  const { id } = await stand.db('display.devices').where({ thing_name: thingName }).first('id');
  const life: Life = {
    stand,
    deviceId: id,
    hardwareId,
    topicRoot: `${brand.topicRoot}/dev/${thingName}`,
    users: [await stand.addUser(), await stand.addUser()],
    panel: panelAt(stand, hardwareId, { thingName, password, mqttUrl: wire.url }),
    wire,
    twin: null,
    twinWire,
    pushed: [],
    ownerActions: [],
    power: null,
    doubtful: false,
    froze: false,
    tasks: [],
  };
  wire.target = twinWire.target = stand.gateways[0]?.port ?? 0;
  const { code } = await stand.db('display.claim_codes').where({ device_id: id }).first('code');
  await stand.claim({ userId: life.users[0], code, nickname: null });
  return life;
}

/** A life that ends with the test. */
export async function lifeIn(t: ExecutionContext, stand: FaultyStand): Promise<Life> {
  const life = await beginLife(stand);
  t.teardown(() => endLife(life));
  return life;
}

/** Pushes a picture for the panel's first owner, and has it rendered; returns its presentation. */
export async function pushTo({ stand, users, deviceId, pushed }: Life, picture: number): Promise<string> {
  const id = await stand.pushPicture(users[0], deviceId, picture, 0);
  pushed.push(id);
  await stand.renderAll(deviceId);
  return id;
}

export function panelAt(
  { context }: FaultyStand,
  hardwareId: string,
  credentials: NonNullable<Panel['credentials']>,
): Panel {
  const impatient = { reconnectMs: 25, heartbeatMs: 120, ackMs: 200 };
  return createPanel({ server: context.config.PUBLIC_URL, hardwareId, credentials, ...impatient });
}

/** Begins something of the server's, and waits for a moment only. A refusal is a response like any other. */
export async function attempt(life: Life, work: Promise<unknown>): Promise<void> {
  const settled = work.catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
  life.tasks.push(settled);
  await forAMoment(settled);
}

/** What a panel does may fail, or never end when it loses power. */
export async function forAMoment(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), pause(MOMENT_MS)]);
}

/** Switches the panel on. One that is not let in waits for the next time, and enrols again when it has to. */
export async function wake(life: Life): Promise<void> {
  if (life.power) return;
  const power = {};
  life.power = power;
  const connecting = life.panel.connect().catch(async (error) => {
    if (life.power !== power) return;
    life.power = null;
    if (error.code === BAD_CREDENTIALS) await attempt(life, enrol(life, {}));
  });
  await forAMoment(connecting);
}

/** Switches the panel on until it is let in: a busy machine takes longer to check a password than these gateways wait. */
export async function connect(life: Life): Promise<void> {
  await until('the panel is let in', async () => {
    await wake(life);
    return life.panel.connected;
  });
}

export function powerOff(life: Life): void {
  life.power = null;
  life.panel.cutPower();
}

/** The panel enrols again; with `lost`, it never learns its new password. An owner helps it when it has lost both. */
export async function enrol(life: Life, { format, lost }: { format?: 'raw1' | 'raw2'; lost?: boolean }) {
  const { stand, hardwareId, deviceId } = life;
  const { credentials, screen } = life.panel;
  const enrolment = { hardwareId, format, password: credentials?.password };
  const { thingName, password } = await stand.enrol(enrolment).catch(async (error) => {
    const { user_id: userId } = await stand.db('display.devices').where({ id: deviceId }).first('user_id');
    if (!userId) throw error;
    await stand.resetEnrollment({ userId, displayId: deviceId });
    return stand.enrol(enrolment);
  });
  life.doubtful = lost ?? false;
  if (lost) return;
  const on = life.power !== null;
  powerOff(life);
  life.panel = panelAt(stand, hardwareId, { thingName, password, mqttUrl: life.wire.url });
  life.panel.screen = screen;
  if (on) await wake(life);
}

export async function endLife(life: Life): Promise<void> {
  powerOff(life);
  life.twin?.cutPower();
  await Promise.all([life.wire.close(), life.twinWire.close()]);
}
