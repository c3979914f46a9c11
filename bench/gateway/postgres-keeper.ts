import { rm } from 'node:fs/promises';
import { startPostgres } from '../../box/postgres.ts';
import { connectToBench } from './postgres-admin.ts';

/** The process that keeps the Postgres of a benchmark and its folder until the benchmark ends in any way. */
const [dataDir = '', preloaded] = process.argv.slice(2);
const hungUp = new Promise((resolve) => process.once('disconnect', resolve));
// Signals to the benchmark's process group reach this process too, but the other processes still need the database to
// end properly.
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
  // Retried, because a gateway that has not ended yet may still write here.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exit();
