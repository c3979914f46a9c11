import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '#shared/log.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import type { Report } from './examine.ts';

/** Time from the start to the first run: panels and workers have reconnected by then. */
const FIRST_MS = 600_000;

export interface DailyDoctorOptions {
  /** The settings as they were given, so that the doctor sees what the operator wrote. */
  environment: Record<string, string | undefined>;
  log: Log;
  firstMs?: number;
}

/**
 * Runs the doctor once a day, in a process of its own, and logs warnings and failures. Returns a function that stops it.
 */
export function startDailyDoctor({ environment, log, firstMs = FIRST_MS }: DailyDoctorOptions): () => void {
  let child: ReturnType<typeof startDoctor> | undefined;
  let timer = setTimeout(examineDaily, firstMs);

  function examineDaily(): void {
    timer = setTimeout(examineDaily, DAY_MS);
    child = startDoctor(environment);
    child.once('error', (err) => log.error({ err }, 'the doctor could not be started'));
    text(child.stdout).then(
      (output) => logFindings(output, log),
      (err) => log.error({ err }, "the doctor's report could not be read"),
    );
  }
  return () => {
    clearTimeout(timer);
    child?.kill();
  };
}

function startDoctor(environment: DailyDoctorOptions['environment']) {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** @param output of `main.ts --json`; empty when it was ended early */
function logFindings(output: string, log: Log): void {
  if (output === '') return;
  const { findings } = JSON.parse(output) as Report;
  for (const { check, status, says, remedy } of findings) {
    const line = { check, says, remedy };
    if (status === 'failure') log.error(line, 'the doctor found a failure');
    if (status === 'warning') log.warn(line, 'the doctor found something');
  }
}
