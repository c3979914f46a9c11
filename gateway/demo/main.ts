import { join } from 'node:path';
import { parseSettings, readEnvironment } from '#shared/config.ts';
import { StartError, startMessage } from '#shared/process.ts';
import { terminalOutput } from '../simulator/terminal-output.ts';
import { openAccount } from './account.ts';
import { pushPhotograph } from './claim-and-push.ts';
import { ensureBox } from './ensure-box.ts';
import { DWELL, nextSteps } from './next-steps.ts';
import { runClaimedPanel } from './run-claimed-panel.ts';

const NOT_SHOWN = 'The panel does not show the photograph yet: `make panels` and `make doctor` say why.';

/**
 * `make demo` creates an account and a simulated panel, shows a photograph on it and prints commands to try next. A second
 * run uses the same account and panel. Starts the box if none runs, and keeps the panel running until Ctrl-C.
 */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
const { DATA_DIR, HTTP_PORT } = parseSettings(readEnvironment());
const server = `http://127.0.0.1:${HTTP_PORT}`;
const folder = join(DATA_DIR, 'demo');
const output = terminalOutput(process.stdout);
let box: Awaited<ReturnType<typeof ensureBox>> = null;
let failed = false;
try {
  box = await ensureBox(server, output, stop.signal);
  const token = await openAccount(server, folder);
  const panel = await runClaimedPanel({ server, token, folder, name: 'Demo' }, output, stop.signal);
  const displayId = await panel.displayId;
  if (displayId) {
    const isShown = await pushPhotograph(server, token, displayId);
    output.print('', isShown ? 'The panel shows a photograph.' : NOT_SHOWN);
    output.print(
      ...nextSteps(`http://localhost:${HTTP_PORT}`, token, 'Demo'),
      DWELL,
      '`make demo` prints these lines again.',
      '',
    );
  }
  await panel.ended;
} catch (error) {
  failed = true;
  const known = error instanceof StartError ? error.message : startMessage(error);
  output.print(...String(known ?? (error as Error).stack).split('\n'));
  stop.abort();
} finally {
  await box?.stop();
}
process.exit(failed ? 1 : 0);
