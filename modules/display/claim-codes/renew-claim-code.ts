import { addSeconds } from '#shared/clock.ts';
import type { Queryable, Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { lockDevice } from '../lock-display.ts';
import type { Device } from '../models/device.ts';
import { removeSystemPages } from '../remove-system-pages.ts';
import { requestSystemPage } from '../request-system-page.ts';
import { newClaimCode } from './claim-code.ts';
import { claimUrl } from './claim-url.ts';

export interface ClaimCode {
  code: string;
  expiresAt: Date;
}

type Context = Pick<DisplayContext, 'clock' | 'config' | 'jobs'>;

/** Ensures that a panel without an owner has a valid claim code. */
export async function renewClaimCode(
  context: Context & Pick<DisplayContext, 'db'>,
  deviceId: string,
): Promise<void> {
  const { db } = context;
  if (await hasValidCode(context, db, deviceId)) return;
  await inTransaction(db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device && !device.userId && !(await hasValidCode(context, trx, deviceId)))
      await newClaimCodeOf(context, trx, device);
  });
}

/** Gives a device without an owner a new claim code, which replaces the old one. The caller has locked the device. */
export async function newClaimCodeOf(
  context: Context,
  trx: Trx,
  { id }: Pick<Device, 'id'>,
): Promise<ClaimCode> {
  const { clock, config } = context;
  const now = clock.now();
  const code = await unusedCode(trx);
  const expiresAt = addSeconds(now, config.CLAIM_CODE_SECONDS);
  await trx('display.claim_codes')
    .insert({ device_id: id, code, created_at: now, expires_at: expiresAt })
    .onConflict('device_id')
    .merge();
  await removeSystemPages(context, trx, id);
  const page = { kind: 'claim_code', code, claimUrl: claimUrl(config, code) } as const;
  await requestSystemPage(context, trx, { deviceId: id, subject: code, page });
  return { code, expiresAt };
}

async function hasValidCode(
  { clock }: Pick<Context, 'clock'>,
  queryable: Queryable,
  deviceId: string,
): Promise<boolean> {
  const code = await queryable('display.claim_codes')
    .where({ device_id: deviceId })
    .where('expires_at', '>', clock.now())
    .first('code');
  return code !== undefined;
}

/** A race for the same code is very unlikely, and fails at the unique constraint. */
async function unusedCode(trx: Trx): Promise<string> {
  for (;;) {
    const code = newClaimCode();
    if (!(await trx('display.claim_codes').where({ code }).first('code'))) return code;
  }
}
