import { fileURLToPath } from 'node:url';
import test from 'ava';
import { recordTime } from './slowest-files.ts';

/**
 * Loaded by ava in a process with a single test file. Records the duration of the process and its processor time,
 * without that of programs it started, if the run requests it.
 */
process.once('exit', () => {
  recordTime(fileURLToPath(test.meta.file), process.uptime(), process.cpuUsage());
});
