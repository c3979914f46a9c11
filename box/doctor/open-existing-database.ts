import type { Settings } from '#shared/config.ts';
import { explainFileErrors } from '#shared/file-errors.ts';
import { startOrJoinPostgres } from '../postgres.ts';
import { hasDatabase } from '../postgres-folder.ts';

export interface OpenedDatabase {
  /** Null when there is none yet, or it does not start. */
  url: string | null;
  problem: string | null;
  close(): Promise<void>;
}

/** Opens the database of the settings. Starts an embedded one that does not run, until `close`. Creates none. */
export async function openExistingDatabase({ DATABASE_URL, DATA_DIR }: Settings): Promise<OpenedDatabase> {
  const none = { url: null, problem: null, close: async () => {} };
  if (DATABASE_URL) return { ...none, url: DATABASE_URL };
  try {
    if (!explainFileErrors(DATA_DIR, () => hasDatabase(DATA_DIR))) return none;
    const postgres = await startOrJoinPostgres({ dataDir: DATA_DIR });
    return { ...none, url: postgres.url, close: () => postgres.stop() };
  } catch (error) {
    return { ...none, problem: (error as Error).message };
  }
}
