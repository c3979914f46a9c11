import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Row } from './imaging-row.ts';
import { workerCommand } from './worker-command.ts';

/** All figures of imaging, in a process with the settings of the worker. Takes about two minutes. */
export async function benchImaging(): Promise<Row[]> {
  const script = fileURLToPath(new URL('./imaging-run.ts', import.meta.url));
  const [command, ...args] = workerCommand(script);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}

if (import.meta.main) {
  for (const { name, ours, theirs, unit, ratio, goal, atLeast } of await benchImaging()) {
    const figures = theirs === null ? '' : ` / ${theirs.toFixed(2)} = ${ratio?.toFixed(2)}`;
    const met = atLeast ? ours >= (goal ?? 0) : (ratio ?? ours) <= (goal ?? 0);
    const verdict = goal === null ? '' : `goal ${goal} ${met ? 'met' : 'MISSED'}`;
    console.log(`${name}: ${ours.toFixed(2)}${figures} ${unit} ${verdict}`);
  }
}
