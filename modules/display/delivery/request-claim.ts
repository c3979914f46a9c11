import { renewClaimCode } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { pageCommand } from './compose-command.ts';
import type { Command } from './panel-link.ts';
import { readPanel } from './read-panel.ts';

/**
 * Handles a panel's request for its claim code. A panel with an owner gets the welcome page, which replaces a code that it
 * may still show. Returns the command to send at once; null while the page is being rendered.
 */
export async function requestClaim(
  context: DisplayContext,
  deviceId: string,
  epoch: number,
): Promise<Command | null> {
  await renewClaimCode(context, deviceId);
  const panel = await readPanel(context.db, deviceId);
  if (panel?.liveEpoch !== epoch) return null;
  // The reported picture is cleared, so that the page is sent when it is ready.
  if (!panel.userId) await Device.query(context.db).findById(deviceId).patch({ reportedSha256: null });
  return pageCommand(context, panel);
}
