import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { startPostgres } from '../../../box/postgres.ts';
import { AlreadyRunningError } from '../../../box/postgres-session.ts';
import { clusterFolder, keeperSocket } from './place.ts';

/**
 * The process that keeps the test cluster for as long as a run is connected to it, and a moment longer, since the
 * next test file follows soon. A connection ends with its process however that dies, so no cluster outlives a run.
 */
const LINGER_MS = 2_000;
/** Processes that ended a moment ago are noticed within this time. */
const SETTLE_MS = 50;

mkdirSync(clusterFolder, { recursive: true, mode: 0o700 });
const postgres = await startPostgres({ dataDir: clusterFolder, profile: 'fleeting' }).catch((error) => {
  // Another keeper was quicker: the run that started this one will find that one.
  if (error instanceof AlreadyRunningError) process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
const users = new Set<Socket>();
let farewell = setTimeout(end, LINGER_MS);

rmSync(keeperSocket, { force: true });
let ending = false;
createServer((user) => {
  // It goes on listening until the folder is gone, so that no successor begins in a folder about to be removed.
  if (ending) return void user.destroy();
  clearTimeout(farewell);
  users.add(user);
  user.on('error', () => {});
  // Any word from a user says that its run is over: the last one does not let the cluster linger.
  user.on('data', () => setTimeout(() => (users.size > 1 ? user.end() : end()), SETTLE_MS));
  user.on('close', () => {
    users.delete(user);
    if (users.size === 0) farewell = setTimeout(end, LINGER_MS);
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
