import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { greysNotChosen } from '../errors.ts';
import { lockDisplay } from '../lock-display.ts';
import { type ButtonAction, Device, type QueuePolicy } from '../models/device.ts';
import { notifyPanelChanged } from '../notify-panel-changed.ts';
import type { Tone } from '../ports.ts';
import type { QuietWindow } from '../quiet-hours/quiet-until.ts';
import { readDisplayWithSettings } from './own-display.ts';
import type { DisplayWithSettingsDto } from './schemas.ts';

/** Absent settings do not change. */
export interface DisplaySettings {
  nickname?: string | null | undefined;
  tags?: string[] | undefined;
  queuePolicy?: QueuePolicy | undefined;
  /** Exponent of the tone table of pictures rendered from now on. */
  toneExponent?: number | undefined;
  /** How photographs rendered from now on are prepared. */
  tone?: Tone | undefined;
  /** IANA name; null for the owner's. */
  timeZone?: string | null | undefined;
  quietHours?: QuietWindow[] | null | undefined;
  /** Null for that of the installation. */
  dwellSeconds?: number | null | undefined;
  /** Minimum interval of a polling panel; null for its usual one. */
  pollSeconds?: number | null | undefined;
  button?: ButtonAction | null | undefined;
  /** Greys of a polling panel; null is 2. */
  greys?: 2 | 4 | null | undefined;
}

/**
 * Changes settings. The panel is reconciled, because the new settings may make its queue advance or wait.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`; `409 invalid_state` for the greys of a panel on MQTT,
 * which reports its format itself
 */
export async function patchDisplay(
  context: DisplayContext,
  { userId, displayId, settings }: { userId: string; displayId: string; settings: DisplaySettings },
): Promise<DisplayWithSettingsDto> {
  return inTransaction(context.db, async (trx) => {
    const { protocol } = await lockDisplay(context, trx, userId, displayId);
    const { greys, quietHours, ...rest } = settings;
    const choosesGreys = protocol !== 'mqtt';
    if (greys && !choosesGreys) throw greysNotChosen();
    const format = greys !== undefined &&
      choosesGreys && { format: greys === 4 ? ('raw2' as const) : ('raw1' as const) };
    await Device.query(trx)
      .findById(displayId)
      .patch({
        ...rest,
        ...format,
        ...(quietHours !== undefined && { quietHours: quietHours ?? [] }),
        updatedAt: context.clock.now(),
      });
    await notifyPanelChanged(trx, displayId);
    return readDisplayWithSettings(context, trx, displayId);
  });
}
