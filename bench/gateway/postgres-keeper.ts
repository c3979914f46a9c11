import { rm } from 'node:fs/promises';
import { startPostgres } from '../../box/postgres.ts';

/** The process that keeps the Postgres of a bench, and its folder, for as long as the bench lives, however that ends. */
const dataDir = process.argv[2] as string;
const hungUp = new Promise((resolve) => process.once('disconnect', resolve));
// Signals to all of the bench reach us too, but there are others who need the database to end well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

try {
  const postgres = await startPostgres({ dataDir });
  process.send?.({ url: postgres.url, pid: postgres.pid }, () => {}); // the parent may have ended
  await hungUp;
  await postgres.stop();
} finally {
  // Again while a gateway that has not ended yet puts something there.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exit();
