import { rm } from 'node:fs/promises';
import { startPostgres } from '#shared/box/postgres.ts';

/** The process that keeps the Postgres of a bench, and its folder, for as long as the bench lives, however that ends. */
const dataDir = process.argv[2] as string;
let ending: Promise<void> | undefined;
process.on('SIGINT', () => {}); // Ctrl-C reaches us too: the bench says when it is done with us, or is gone
process.once('disconnect', () => void end());
const postgres = await startPostgres({ dataDir });
if (process.connected) process.send?.({ url: postgres.url, pid: postgres.pid });
else await end();

async function end(): Promise<void> {
  ending ??= postgres.stop().then(() => rm(dataDir, { recursive: true, force: true }));
  await ending;
  process.exit();
}
