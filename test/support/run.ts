import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { joinCluster } from './cluster/join.ts';
import { recordTimes, slowestFiles } from './slowest-files.ts';

/**
 * `make test`: runs ava with the given arguments. The test cluster runs meanwhile and is removed afterwards unless
 * another run uses it. Prints the slowest test files at the end. Files share processes, except those that need their
 * own.
 */
const ava = join(import.meta.dirname, '../../node_modules/ava/entrypoints/cli.js');
const cluster = await joinCluster();
// Two files per core, because a third of a run's time is spent waiting for Postgres, other processes and deadlines.
const concurrency = 2 * availableParallelism();
const options = [`--concurrency=${concurrency}`, ...process.argv.slice(2)];
// Debugging and watching need a process for a single file.
const isAlone = options.some((option) => ['debug', '--watch', '-w'].includes(option));
const program = isAlone ? ava : join(import.meta.dirname, 'reused-processes/cli.ts');
const child = spawn(process.execPath, [program, ...options], { stdio: 'inherit' });
const avaPid = child.pid ?? 0;
recordTimes(avaPid);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => {
  child.once('close', (status) => resolve(status ?? 1));
});
await cluster.leave();
for (const line of await slowestFiles(avaPid)) process.stdout.write(`${line}\n`);
process.exit(code);
