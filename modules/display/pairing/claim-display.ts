import type { Trx } from '#shared/db/open.ts';
import { inTransaction, lockByName } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { readClaimCode } from '../claim-codes/claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { claimCodeNotFound } from '../errors.ts';
import { lockDevice } from '../lock-display.ts';
import { Device } from '../models/device.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import { recordPanelEvents } from '../panel-log/record-panel-events.ts';
import { removeSystemPages } from '../remove-system-pages.ts';
import { requestSystemPage } from '../request-system-page.ts';
import { endUnusedCredentials } from './end-credentials.ts';
import { readOwnDisplay } from './own-display.ts';
import { holdOwnerSession, type OwnerRequest } from './owner-request.ts';
import type { OwnDisplayDto } from './schemas.ts';

/**
 * Makes the user the owner of the panel that shows this code. The panel keeps the password that it last used. Of parallel
 * callers with one code, one gets the panel. If the plan does not allow it, the code stays valid.
 * @throws {AppError} `401`; `404 claim_code_not_found`, also when it has expired or been used; `402`,
 * `403 plan_upgrade_required` when the plan allows no further display
 */
export async function claimDisplay(
  context: DisplayContext,
  input: OwnerRequest & { code: string; nickname: string | null },
): Promise<OwnDisplayDto> {
  const { userId, nickname } = input;
  const { db, clock } = context;
  const code = readClaimCode(input.code);
  return inTransaction(db, async (trx) => {
    await holdOwnerSession(context, trx, input);
    const now = clock.now();
    const claim = code && (await trx('display.claim_codes').where({ code }).first('device_id'));
    const device = claim && (await lockDevice(trx, claim.device_id));
    const taken = await trx('display.claim_codes').where({ code }).where('expires_at', '>', now).del();
    if (!device || device.userId || taken !== 1) throw claimCodeNotFound();
    await checkDisplayLimit(context, trx, userId);
    const bindingId = newId();
    await endUnusedCredentials(trx, device);
    await Device.query(trx)
      .findById(device.id)
      .patch({ userId, bindingId, boundAt: now, nickname, unboundNotice: false, updatedAt: now });
    await recordPanelEvents(context, trx, [{ deviceId: device.id, kind: 'claimed' }]);
    await removeSystemPages(context, trx, device.id);
    const page = { kind: 'bound', name: nickname ?? device.thingName } as const;
    await requestSystemPage(context, trx, { deviceId: device.id, subject: bindingId, page });
    await notifyPanelChanged(trx, device.id);
    return readOwnDisplay(context, trx, device.id);
  });
}

/** The lock makes parallel claims of one user count one after the other. */
async function checkDisplayLimit({ billing }: DisplayContext, trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `displays of ${userId}`);
  const held = await Device.query(trx).where({ user_id: userId }).resultSize();
  await billing.checkDisplayLimit(trx, userId, held);
}
