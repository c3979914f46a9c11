import type { Trx } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { PANEL_VIEWPORT } from '../output-profile.ts';
import { newThingName } from '../pairing/thing-name.ts';
import { requestSystemPage } from '../request-system-page.ts';
import type { ExportedPanel } from './read-export.ts';

export type Imported = 'imported' | 'known' | 'owned by another user';

/**
 * Imports a panel with the key from another server, so that it continues without a new setup. With `ownerId` it is bound at
 * once; without, it shows its claim code when it polls next, and the page is drawn then.
 */
export async function importPanel(
  context: Pick<DisplayContext, 'clock'>,
  trx: Trx,
  { hardwareId, key, name, firmware }: ExportedPanel,
  ownerId: string | null,
): Promise<Imported> {
  const now = context.clock.now();
  const secretHash = sha256(key);
  const known = await Device.query(trx).findOne({ hardware_id: hardwareId }).forUpdate();
  if (known?.userId && known.userId !== ownerId) return 'owned by another user';
  if (known?.userId) return 'known';
  const bindingId = ownerId && newId();
  const fields = {
    ...{ secretHash, nextSecretHash: null, protocol: 'trmnl' as const, format: 'raw1' as const, firmware },
    ...{ userId: ownerId, bindingId, boundAt: ownerId ? now : null, nickname: ownerId ? name : null },
    updatedAt: now,
  };
  const id = known?.id ?? newId();
  const thingName = known?.thingName ?? newThingName();
  if (known) await Device.query(trx).findById(id).patch(fields);
  else
    await Device.query(trx).insert({
      id,
      hardwareId,
      thingName,
      ...PANEL_VIEWPORT,
      createdAt: now,
      ...fields,
    });
  if (bindingId) {
    const page = { kind: 'bound', name: name ?? thingName } as const;
    // Without a job: the page is drawn when the panel polls for the first time.
    const jobs = { send: async () => {} };
    await requestSystemPage({ ...context, jobs }, trx, { deviceId: id, subject: bindingId, page });
  }
  return 'imported';
}
