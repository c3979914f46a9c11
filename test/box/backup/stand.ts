import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

type Command = 'backup' | 'verify' | 'restore';

export interface BackupStand {
  app: TestApp;
  person: Person;
  folder: string;
  /** A folder that is gone after the tests. */
  place(name: string): string;
  /** A copy of a repository, to be damaged. */
  copyOf(repository: string, name: string): Promise<string>;
  /** Runs a command of the operator; returns how it ended and what it said. */
  run(command: Command, environment: Record<string, string>): Promise<{ code: number; text: string }>;
  /** Starts `make backup` and leaves it to be killed. */
  spawnBackup(to: string): ReturnType<typeof spawn>;
  close(): Promise<void>;
}

const script = (command: Command) =>
  join(import.meta.dirname, '../../../box/backup', `${command}-command.ts`);

/** An installation with an account, a panel and pictures, and the commands that keep it. */
export async function startBackupStand(): Promise<BackupStand> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-backup-'));
  const app = await startTestApp({ worker: true, gateway: true });
  const person = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await person.panel();
  for (const size of [320, 360]) {
    const picture = { bytes: await photographPng(size, 200), contentType: 'image/png' };
    const content = await person.settled(await person.push(picture, { displayId }));
    await panel.confirmed(content.presentationIds[0]);
  }
  const env = (environment: Record<string, string>) => ({
    PATH: '/usr/bin:/bin',
    NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node'),
    ...environment,
  });
  const source = {
    DATABASE_URL: app.config.DATABASE_URL,
    STORAGE_URL: app.config.STORAGE_URL,
    DATA_DIR: app.config.DATA_DIR,
    PLACARD_SECRET: TEST_SECRET,
  };
  const withSource = (command: Command, environment: Record<string, string>) =>
    env(command === 'backup' ? { ...source, ...environment } : environment);
  return {
    app,
    person,
    folder,
    place: (name) => join(folder, name),
    async copyOf(repository, name) {
      await cp(repository, join(folder, name), { recursive: true });
      return join(folder, name);
    },
    async run(command, environment) {
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [script(command)], {
          env: withSource(command, environment),
        });
        return { code: 0, text: stdout };
      } catch (error) {
        const { code, stderr } = error as { code: number; stderr: string };
        return { code, text: stderr };
      }
    },
    spawnBackup: (to) =>
      spawn(process.execPath, [script('backup')], {
        env: withSource('backup', { TO: to }),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Path of the newest snapshot. */
export async function newestSnapshot(repository: string): Promise<string> {
  const names = (await readdir(join(repository, 'snapshots'))).filter((name) => name.endsWith('Z')).sort();
  return join(repository, 'snapshots', names.at(-1) as string);
}

export async function readManifest(repository: string) {
  return JSON.parse(await readFile(join(await newestSnapshot(repository), 'manifest.json'), 'utf8'));
}
