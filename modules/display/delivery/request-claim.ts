import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { renewClaimCode } from '../pairing/renew-claim-code.ts';
import { pageCommand } from './compose-command.ts';
import type { Command } from './panel-link.ts';
import { readPanel } from './read-panel.ts';

/**
 * A panel asks for its claim code, or, when it has an owner, for the welcome page, which replaces a code that is still
 * shown. Returns the command to send at once; null while the page is being rendered.
 */
export async function requestClaim(
  context: DisplayContext,
  deviceId: string,
  epoch: number,
): Promise<Command | null> {
  await renewClaimCode(context, deviceId);
  const panel = await readPanel(context.db, deviceId);
  if (panel?.liveEpoch !== epoch) return null;
  // Forget what it showed, so that the page is sent when it is ready.
  if (!panel.userId) await Device.query(context.db).findById(deviceId).patch({ reportedSha256: null });
  return pageCommand(context, panel);
}
