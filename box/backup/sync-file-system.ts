import { execFile } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Makes everything below a folder durable: with one call for its file system where there is `sync`, else file by file. */
export async function syncFileSystem(folder: string): Promise<void> {
  try {
    await syncAtOnce(folder);
  } catch {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = await open(join(folder, name), 'r');
      await file.sync().finally(() => file.close());
    }
  }
}

/** Runs `sync`. @throws if the system has no such command */
export async function syncAtOnce(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]);
}
