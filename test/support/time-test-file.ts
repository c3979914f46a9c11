import { appendFileSync, existsSync } from 'node:fs';
import test from 'ava';
import { timesFile } from './slowest-files.ts';

/**
 * Loaded by ava in the process of each test file: records for how long that process ran, and its processor time without
 * that of programs it started, when the run asks for it.
 */
process.once('exit', () => {
  const times = timesFile(process.ppid);
  const { user, system } = process.cpuUsage();
  const line = JSON.stringify({
    file: test.meta.file,
    seconds: process.uptime(),
    busySeconds: (user + system) / 1e6,
  });
  if (existsSync(times)) appendFileSync(times, `${line}\n`);
});
