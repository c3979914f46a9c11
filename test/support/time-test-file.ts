import { fileURLToPath } from 'node:url';
import test from 'ava';
import { recordTime } from './slowest-files.ts';

/**
 * Loaded by ava in the process of a test file that has one to itself: records for how long that process ran, and its
 * processor time without that of programs it started, when the run asks for it.
 */
process.once('exit', () => {
  recordTime(fileURLToPath(test.meta.file), process.uptime(), process.cpuUsage());
});
