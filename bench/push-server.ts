import { startTestApp } from '#test/support/app.ts';

/**
 * One api process for the benchmark of pushes, without a worker. Replies to every message with its resident
 * megabytes.
 */
const app = await startTestApp();

process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage.rss() / 2 ** 20);
});
process.once('disconnect', async () => {
  await app.close();
  process.exit(0);
});
process.send?.({ url: app.url });
