import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Credentials } from './enroll.ts';

/** The data that a panel stores across restarts. */
export interface StoredPanel {
  hardwareId: string;
  credentials?: Credentials;
}

export interface CredentialFile {
  /** The nth panel at this server; a new one when there is none yet. */
  panel(index: number): StoredPanel;
  save(index: number, credentials: Credentials): Promise<void>;
}

/** Opens the file at `path`, which holds the panels of all servers and is readable by its owner only. Hardware ids of new panels begin with `prefix`. */
export async function openCredentials(path: string, server: string, prefix: string): Promise<CredentialFile> {
  await mkdir(dirname(path), { recursive: true });
  const all = await read(path);
  const panels = all[server] ?? [];
  all[server] = panels;
  let saved: Promise<void> = Promise.resolve();
  const panel = (index: number): StoredPanel => {
    panels[index] ??= { hardwareId: `${prefix}-${randomBytes(9).toString('base64url')}` };
    return panels[index];
  };
  return {
    panel,
    save(index, credentials) {
      panels[index] = { ...panel(index), credentials };
      // Tried again after a failed write, because the disk may have been full.
      const write = async () => {
        await writeFile(`${path}.new`, JSON.stringify(all, null, 2), { mode: 0o600 });
        await rename(`${path}.new`, path);
      };
      saved = saved.then(write, write);
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
