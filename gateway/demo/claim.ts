import { join, relative } from 'node:path';
import { reportError } from '#client/cli/report-error.ts';
import { Placard } from '#client/placard.ts';
import { parseSettings, readEnvironment } from '#shared/config.ts';
import { terminalOutput } from '../simulator/terminal-output.ts';
import { DWELL, nextSteps } from './next-steps.ts';
import { runClaimedPanel } from './run-claimed-panel.ts';
import { signIn } from './sign-in.ts';

/**
 * `make claim CODE=… DISPLAY_NAME=…` claims the panel that shows this code. Without a code it starts a simulated panel and
 * claims that, and runs it until Ctrl-C. Signs in if necessary, or creates the first account of the box.
 */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
const environment = readEnvironment();
const { DATA_DIR, HTTP_PORT } = parseSettings(environment);
const { CODE, DISPLAY_NAME } = environment;
const server = `http://127.0.0.1:${HTTP_PORT}`;
const tokenFile = join(DATA_DIR, 'token');
const output = terminalOutput(process.stdout);
const claimed = (name: string, ...remarks: string[]) => {
  const token = `$(cat ${relative('', tokenFile)})`;
  output.print(
    '',
    `${name} is yours.`,
    ...nextSteps(`http://localhost:${HTTP_PORT}`, token, name),
    ...remarks,
    '',
  );
};
try {
  const token = await signIn(server, tokenFile, stop.signal);
  const placard = new Placard({ url: server, token });
  if (CODE) {
    const display = await placard.displays.claim(
      { code: CODE, nickname: DISPLAY_NAME },
      { signal: stop.signal },
    );
    claimed(display.name, DWELL);
  } else {
    const name = DISPLAY_NAME || 'Kitchen';
    const folder = join(DATA_DIR, 'simulated-panel');
    const panel = await runClaimedPanel({ server, token, folder, name }, output, stop.signal);
    const displayId = await panel.displayId;
    if (displayId) {
      // A simulated panel needs no dwell time: pictures are shown at once, unless the owner has set a dwell time.
      const { dwellSeconds } = await placard.displays.settings(displayId);
      if (dwellSeconds === null) await placard.displays.update(displayId, { dwellSeconds: 0 });
      claimed(name);
    }
    await panel.ended;
  }
} catch (error) {
  process.exitCode = reportError(error, false, process.stderr);
  stop.abort();
}
