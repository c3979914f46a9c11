import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import { type ClaimCode, newClaimCodeOf } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { alreadyEnrolled } from '../errors.ts';
import { Device, type Protocol } from '../models/device.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { PANEL_VIEWPORT } from '../output-profile.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { admitToBroker } from './admit-to-broker.ts';
import { closeConnections } from './end-credentials.ts';
import { matchesSecret, newPanelPassword } from './panel-secret.ts';
import { newThingName } from './thing-name.ts';

export interface Enrolment {
  hardwareId: string;
  model?: string | undefined;
  firmware?: string | undefined;
  format?: FrameFormat | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** The current password of a panel with an owner, as proof. */
  password?: string | undefined;
  /** `mqtt` by default. */
  protocol?: Protocol | undefined;
}

export interface Enrolled {
  thingName: string;
  /** Returned only here; only its hash is stored. */
  password: string;
  /** Null for a panel that has an owner. */
  claim: ClaimCode | null;
}

/**
 * Gives a panel its name and password. Enrolling again replaces the password and the claim code of a panel without an owner
 * and closes its connections, so that a code always belongs to the panel that shows it. A panel with an owner must prove its
 * password, or its owner must have opened the window; its old password works until the new one is first used. `password` is
 * a new one, or one that a panel brings from another server.
 * @throws {AppError} `409 already_enrolled`
 */
export async function enrollPanel(
  context: DisplayContext,
  input: Enrolment,
  { password, hash } = newPanelPassword(),
): Promise<Enrolled> {
  return inTransaction(context.db, async (trx) => {
    await insertUnlessKnown(context, trx, input, hash);
    const device = await Device.query(trx)
      .findOne({ hardware_id: input.hardwareId })
      .forUpdate()
      .throwIfNotFound();
    if (device.secretHash !== hash) await enrollAgain(context, trx, device, input, hash);
    if (!input.protocol || input.protocol === 'mqtt') await admitToBroker(trx, device, password);
    const detail = { model: input.model ?? null, firmware: input.firmware ?? null };
    await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'enrolled', detail }]);
    const claim = device.userId ? null : await newClaimCodeOf(context, trx, device);
    return { thingName: device.thingName, password, claim };
  });
}

async function insertUnlessKnown(
  { clock, config }: DisplayContext,
  trx: Trx,
  { hardwareId, model, firmware, format = 'raw1', width, height, protocol = 'mqtt' }: Enrolment,
  hash: string,
): Promise<void> {
  const now = clock.now();
  await trx(Device.tableName)
    .insert({
      id: newId(),
      hardware_id: hardwareId,
      thing_name: newThingName(),
      secret_hash: hash,
      told_mqtt_url: protocol === 'mqtt' ? config.MQTT_PUBLIC_URL : null,
      model: model ?? null,
      firmware: firmware ?? null,
      format,
      protocol,
      width: width ?? PANEL_VIEWPORT.width,
      height: height ?? PANEL_VIEWPORT.height,
      created_at: now,
      updated_at: now,
    })
    .onConflict('hardware_id')
    .ignore();
}

async function enrollAgain(
  { clock, config }: DisplayContext,
  trx: Trx,
  device: Device,
  { model, firmware, format, width, height, password, protocol = 'mqtt' }: Enrolment,
  hash: string,
): Promise<void> {
  const now = clock.now();
  const windowOpen = device.enrollmentOpenUntil !== null && device.enrollmentOpenUntil > now;
  const proven =
    password !== undefined &&
    (matchesSecret(password, device.secretHash) || matchesSecret(password, device.nextSecretHash));
  if (device.userId && !proven && !windowOpen) throw alreadyEnrolled();
  const secret = device.userId
    ? { nextSecretHash: hash, nextIssuedAt: now }
    : { secretHash: hash, nextSecretHash: null, nextIssuedAt: null };
  await Device.query(trx)
    .findById(device.id)
    .patch({
      ...secret,
      model: model ?? device.model,
      firmware: firmware ?? device.firmware,
      format: format ?? device.format,
      protocol,
      toldMqttUrl: protocol === 'mqtt' ? config.MQTT_PUBLIC_URL : null,
      width: width ?? device.width,
      height: height ?? device.height,
      // A panel that enrols no longer knows its picture.
      reportedPresentationId: null,
      reportedSha256: null,
      updatedAt: now,
    });
  if (device.userId) await notifyPanelChanged(trx, device.id);
  else await closeConnections(trx, device);
}
