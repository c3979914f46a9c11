import { env as environment } from 'node:process';
import { run } from '#client/cli/run.ts';

/**
 * Runs one command line of `placard` after the other in this process, on whatever terminal or pipes it was given, and
 * prints the exit code of each behind what it printed. The lines come as JSON: their arguments, and variables for each.
 */
const lines: { args: string[]; env?: NodeJS.ProcessEnv }[] = JSON.parse(process.argv[2] ?? '[]');
const streams = process.stdout.isTTY ? [process.stdout] : [process.stdout, process.stderr];
for (const { args, env } of lines) {
  const code = await run(args, { ...environment, ...env });
  for (const stream of streams) stream.write(`\x1e${code}\x1e`);
}
