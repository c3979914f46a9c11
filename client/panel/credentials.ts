import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '#shared/ids.ts';
import type { Credentials } from './enroll.ts';

/** What one simulated panel keeps across restarts. */
export interface StoredPanel {
  hardwareId: string;
  credentials?: Credentials;
}

export interface CredentialFile {
  /** The nth panel at this server; a new one when there is none yet. */
  panel(index: number): StoredPanel;
  save(index: number, credentials: Credentials): Promise<void>;
}

/** One file in `folder` for all servers, readable by its owner only. */
export async function openCredentials(folder: string, server: string): Promise<CredentialFile> {
  const path = join(folder, 'credentials.json');
  await mkdir(folder, { recursive: true });
  const all = await read(path);
  const panels = all[server] ?? [];
  all[server] = panels;
  let saved: Promise<void> = Promise.resolve();
  const panel = (index: number): StoredPanel => {
    panels[index] ??= { hardwareId: `sim-${randomToken(9)}` };
    return panels[index];
  };
  return {
    panel,
    save(index, credentials) {
      panels[index] = { ...panel(index), credentials };
      saved = saved.then(async () => {
        await writeFile(`${path}.new`, JSON.stringify(all, null, 2), { mode: 0o600 });
        await rename(`${path}.new`, path);
      });
      return saved;
    },
  };
}

async function read(path: string): Promise<Record<string, StoredPanel[]>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${path} cannot be read (${(error as Error).message}). Remove it to start afresh.`);
  }
}
