import { startTestApp } from '#test/support/app.ts';

/**
 * One api process for the bench of streams. Answers every message with the bytes that it holds, heap and buffers, once
 * garbage is gone. Not what is resident: that still counts what hashing passwords once took.
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
