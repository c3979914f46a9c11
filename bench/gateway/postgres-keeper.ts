import { rm } from 'node:fs/promises';
import { startPostgres } from '../../box/postgres.ts';
import { connectToBench } from './postgres-admin.ts';

/** The process that keeps the Postgres of a bench, and its folder, for as long as the bench lives, however that ends. */
const [dataDir = '', preloaded] = process.argv.slice(2);
const hungUp = new Promise((resolve) => process.once('disconnect', resolve));
// Signals to all of the bench reach us too, but there are others who need the database to end well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

try {
  let postgres = await startPostgres({ dataDir });
  if (preloaded) {
    const admin = await connectToBench(dataDir);
    await admin.query(`alter system set shared_preload_libraries = '${preloaded}'`);
    await admin.end();
    await postgres.stop();
    postgres = await startPostgres({ dataDir });
  }
  process.send?.({ url: postgres.url, pid: postgres.pid }, () => {}); // the parent may have ended
  await hungUp;
  await postgres.stop();
} finally {
  // Again while a gateway that has not ended yet puts something there.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exit();
