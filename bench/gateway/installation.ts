import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDb } from '#shared/db/open.ts';
import { migrate } from '#shared/migrate.ts';
import { freePort } from '#test/support/free-port.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { addOwner, fillPanels } from './fill.ts';
import { startHelper } from './helper-process.ts';
import type { Settings } from './service.ts';

export interface Installation {
  db: Db;
  databaseUrl: string;
  /** The folder of all data outside of the database, removed by `close`. */
  folder: string;
  /** The pid of the server's first process. */
  postgresPid: number;
  /** The settings of every process of this installation. */
  settings: Settings;
  close(): Promise<void>;
}

/**
 * An installation with this number of panels and a Postgres as `make run` starts it: on the disk and durable.
 * Postgres loads the library `preloaded` at its start.
 */
export async function install(panels: number, preloaded = ''): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-gateway-bench-'));
  const keeper = await startHelper('postgres-keeper.ts', [folder, preloaded]);
  const { url, pid } = keeper.readyMessage as { url: string; pid: number };
  const db = openDb(url, 'placard-bench', 10);
  const close = async () => {
    await db.destroy();
    await keeper.close();
  };
  try {
    await migrate({ DATABASE_URL: url, PLACARD_SECRET: TEST_SECRET });
    await fillPanels(db, await addOwner(db), 0, panels);
  } catch (error) {
    await close();
    throw error;
  }
  const httpPort = await freePort();
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    PLACARD_SECRET: TEST_SECRET,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: httpPort,
    PUBLIC_URL: `http://127.0.0.1:${httpPort}`,
    RATE_LIMITS: 'off',
  };
  return { db, databaseUrl: url, folder, postgresPid: pid, settings, close };
}
