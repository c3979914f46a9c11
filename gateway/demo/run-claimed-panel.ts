import { join } from 'node:path';
import { openCredentials } from '#client/panel/credentials.ts';
import { StartError } from '#shared/process.ts';
import { readOptions } from '../simulator/options.ts';
import { type Output, runPanel } from '../simulator/run-panel.ts';
import { claimDisplay } from './claim-and-push.ts';

const UNREACHED = `The panel has not connected. Panels use the addresses of PUBLIC_URL and MQTT_PUBLIC_URL, which must be
reachable from this machine or container: \`make doctor\` checks them.`;

/** A panel that reaches the box is claimed within seconds. */
const CLAIM_MS = 120_000;

interface ClaimedPanel {
  server: string;
  /** Token of the account that claims it. */
  token: string;
  /** Folder of its credentials and pictures. */
  folder: string;
  /** Name of its display. */
  name: string;
  /** Time limit in milliseconds for connecting and claiming. */
  claimMs?: number;
}

/**
 * Runs a simulated panel until `stop` is aborted, and claims it when it shows a code. `displayId` resolves once the account
 * owns it, resolves with undefined if it was stopped before, and rejects if the panel cannot connect.
 */
export async function runClaimedPanel(
  { server, token, folder, name, claimMs = CLAIM_MS }: ClaimedPanel,
  output: Output,
  stop: AbortSignal,
): Promise<{ displayId: Promise<string | undefined>; ended: Promise<void> }> {
  const options = readOptions(['--server', server, '--out', folder], process.stdout.isTTY);
  const kept = await openCredentials(join(folder, 'credentials.json'), server, 'sim');
  const claimed = claimDisplay(server, token, name);
  const ended = runPanel(options, 0, kept, { ...output, onEvent: claimed.onEvent }, stop);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new StartError(UNREACHED)), claimMs);
  const displayId = Promise.race([claimed.displayId, ended.then(() => undefined), timeout.promise]);
  return { displayId: displayId.finally(() => clearTimeout(timer)), ended };
}
