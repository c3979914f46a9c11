import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { startPostgres } from '../../../box/postgres.ts';
import { AlreadyRunningError } from '../../../box/postgres-session.ts';
import { clusterFolder, keeperSocket } from './place.ts';

/**
 * The process that keeps the test cluster while a run is connected to it, and for a short time afterwards, because
 * the next test file follows soon. A connection closes when its process dies in any way, so no cluster outlives its
 * runs.
 */
const LINGER_MS = 2_000;
/** Processes that have just ended are detected within this time. */
const SETTLE_MS = 50;

mkdirSync(clusterFolder, { recursive: true, mode: 0o700 });
const postgres = await startPostgres({ dataDir: clusterFolder, profile: 'fleeting' }).catch((error) => {
  // Another keeper was faster. The run that started this one connects to that one.
  if (error instanceof AlreadyRunningError) process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
const users = new Set<Socket>();
let endTimer = setTimeout(end, LINGER_MS);

rmSync(keeperSocket, { force: true });
let ending = false;
createServer((user) => {
  // Listens until the folder is removed, so that no successor starts in a folder that is about to be removed.
  if (ending) return void user.destroy();
  clearTimeout(endTimer);
  users.add(user);
  user.on('error', () => {});
  // Any message from a user means that its run is over: after the last run the cluster ends at once.
  user.on('data', () => setTimeout(() => (users.size > 1 ? user.end() : end()), SETTLE_MS));
  user.on('close', () => {
    users.delete(user);
    if (users.size === 0) endTimer = setTimeout(end, LINGER_MS);
  });
  user.write(`${postgres.url}\n`);
}).listen(keeperSocket);
void postgres.lost.then(end);
process.on('SIGTERM', end);

async function end(): Promise<void> {
  ending = true;
  await postgres.stop();
  rmSync(clusterFolder, { recursive: true, force: true });
  process.exit(0);
}
