import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const MAX_LISTED = 10;

/**
 * The file in which processes of test files record their times for the ava process with this id. They do so if it
 * exists.
 */
export function timesFile(avaPid: number): string {
  return join(tmpdir(), `placard-test-times-${avaPid}`);
}

/** Makes the processes of test files record their times. */
export function recordTimes(avaPid: number): void {
  writeFileSync(timesFile(avaPid), '');
}

/**
 * Called in a process of test files: records the duration of a file and the processor time used meanwhile, if the run
 * requests it.
 */
export function recordTime(file: string, seconds: number, { user, system }: NodeJS.CpuUsage): void {
  const times = timesFile(process.ppid);
  const line = JSON.stringify({ file, seconds, busySeconds: (user + system) / 1e6 });
  if (existsSync(times)) appendFileSync(times, `${line}\n`);
}

/** The test files of a finished run that took longest, as lines to print. Empty when fewer than two files ran. */
export async function slowestFiles(avaPid: number): Promise<string[]> {
  const text = await readFile(timesFile(avaPid), 'utf8').catch(() => '');
  await rm(timesFile(avaPid), { force: true });
  const times = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; seconds: number; busySeconds: number });
  if (times.length < 2) return [];
  times.sort((one, other) => other.seconds - one.seconds);
  const slowest = times.slice(0, MAX_LISTED).map(({ file, seconds, busySeconds }) => {
    const [whole, own] = [seconds, busySeconds].map((time) => time.toFixed(1).padStart(7));
    return `${whole} s ${own} s busy  ${relative(process.cwd(), file)}`;
  });
  const busySum = times.reduce((sum, { busySeconds }) => sum + busySeconds, 0);
  const title = `Slowest test files, of ${times.length} that were busy for ${busySum.toFixed(0)} s:`;
  return ['', `  ${title}`, '', ...slowest, ''];
}
