import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { joinCluster } from './cluster/join.ts';

/** `make test`: ava with the arguments given, around which the test cluster is up, and after which it is gone unless another run uses it. */
const ava = join(import.meta.dirname, '../../node_modules/ava/entrypoints/cli.js');
const cluster = await joinCluster();
const child = spawn(process.execPath, [ava, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => {
  child.once('close', (status) => resolve(status ?? 1));
});
await cluster.leave();
process.exit(code);
