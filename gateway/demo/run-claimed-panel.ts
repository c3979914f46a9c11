import { join } from 'node:path';
import { openCredentials } from '#client/panel/credentials.ts';
import { StartError } from '#shared/process.ts';
import { readOptions } from '../simulator/options.ts';
import { type Output, runPanel } from '../simulator/run-panel.ts';
import { claimDisplay } from './claim-and-push.ts';

const UNREACHED = `The panel has not connected. Panels are told the addresses of PUBLIC_URL and MQTT_PUBLIC_URL, which must be
reachable from where this runs, in a container too: \`make doctor\` says whether they are.`;

/** A panel that reaches the box is claimed within seconds. */
const CLAIM_MS = 120_000;

interface ClaimedPanel {
  server: string;
  /** Of the account that claims it. */
  token: string;
  /** Where its credentials and its pictures are kept. */
  folder: string;
  /** What to call its display. */
  name: string;
  /** After how long it has failed to reach the box. */
  claimMs?: number;
}

/**
 * Runs a simulated panel until `stop` fires, and claims it when it shows a code. `displayId` resolves when it is the
 * account's, with nothing when it was stopped before, and rejects when the panel cannot connect.
 */
export async function runClaimedPanel(
  { server, token, folder, name, claimMs = CLAIM_MS }: ClaimedPanel,
  output: Output,
  stop: AbortSignal,
): Promise<{ displayId: Promise<string | undefined>; ended: Promise<void> }> {
  const options = readOptions(['--server', server, '--out', folder], process.stdout.isTTY);
  const kept = await openCredentials(join(folder, 'credentials.json'), server, 'sim');
  const claimed = claimDisplay(server, token, name);
  const ended = runPanel(options, 0, kept, { ...output, onEvent: claimed.happened }, stop);
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new StartError(UNREACHED)), claimMs);
  const displayId = Promise.race([claimed.displayId, ended.then(() => undefined), tooLate.promise]);
  return { displayId: displayId.finally(() => clearTimeout(timer)), ended };
}
