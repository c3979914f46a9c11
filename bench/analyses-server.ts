import { startTestApp } from '#test/support/app.ts';

/**
 * One api process for the benchmark of streams. Replies to every message with its heap and buffers in bytes after a
 * garbage collection. Resident memory would include what hashing passwords once took.
 */
const app = await startTestApp();

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', async () => {
  await app.close();
  process.exit(0);
});
process.send?.({ url: app.url, databaseUrl: app.config.DATABASE_URL });
