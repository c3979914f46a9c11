import { join } from 'node:path';
import { openCredentials } from '#client/panel/credentials.ts';
import { readOptions } from '../simulator/options.ts';
import { type Output, runPanel } from '../simulator/run-panel.ts';
import { claimDisplay } from './claim-and-push.ts';

interface ClaimedPanel {
  server: string;
  /** Of the account that claims it. */
  token: string;
  /** Where its credentials and its pictures are kept. */
  folder: string;
  /** What to call its display. */
  name: string;
}

/**
 * Runs a simulated panel until `stop` fires, and claims it when it shows a code. `displayId` resolves when it is the
 * account's, with nothing when it was stopped before.
 */
export async function runClaimedPanel(
  { server, token, folder, name }: ClaimedPanel,
  output: Output,
  stop: AbortSignal,
): Promise<{ displayId: Promise<string | undefined>; ended: Promise<void> }> {
  const options = readOptions(['--server', server, '--out', folder], process.stdout.isTTY);
  const kept = await openCredentials(join(folder, 'credentials.json'), server, 'sim');
  const claimed = claimDisplay(server, token, name);
  const ended = runPanel(options, 0, kept, { ...output, onEvent: claimed.happened }, stop);
  return { displayId: Promise.race([claimed.displayId, ended.then(() => undefined)]), ended };
}
