import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { snapshotName } from '#shared/backup-place.ts';
import { systemClock } from '#shared/clock.ts';
import { parseSettings } from '#shared/config.ts';
import { createKeys } from '#shared/keys.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { chooseSnapshot, openRepository } from '../../../box/backup/repository.ts';
import { restoreBackup } from '../../../box/backup/restore-backup.ts';
import { takeBackup } from '../../../box/backup/take-backup.ts';

export const silent = { step() {}, end() {} };

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
  /** Runs one on a terminal; returns what it wrote there. */
  runOnTerminal(command: Command, environment: Record<string, string>): Promise<string>;
  /** Starts one and leaves it to be killed. */
  spawn(command: Command, environment: Record<string, string>): ReturnType<typeof spawn>;
  /** As `make backup`, in this process; `change` replaces methods of the store. */
  take(to: string, change?: (store: ObjectStore) => Partial<ObjectStore>): ReturnType<typeof takeBackup>;
  /** As `make restore`, in this process; `step` is called with its progress. */
  restore(
    from: string,
    environment: Record<string, string>,
    step?: (what: string) => void,
  ): ReturnType<typeof restoreBackup>;
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
    ...COMPILE_CACHE,
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
    async runOnTerminal(command, environment) {
      const line = `'${process.execPath}' '${script(command)}'`;
      const { stdout } = await promisify(execFile)('script', ['--quiet', '--command', line, '/dev/null'], {
        env: withSource(command, environment),
      });
      return stdout;
    },
    spawn: (command, environment) =>
      spawn(process.execPath, [script(command)], {
        env: withSource(command, environment),
        stdio: 'ignore',
      }),
    async take(to, change = () => ({})) {
      const { store } = await createObjectStore({
        config: app.config,
        keys: createKeys(TEST_SECRET),
        clock: systemClock,
        onUploaded: async () => {},
      });
      const from = { databaseUrl: app.config.DATABASE_URL, secret: TEST_SECRET, clock: systemClock };
      const changed = { ...store, ...change(store) };
      // Snapshots are named by the second.
      while (existsSync(openRepository(to).snapshotPath(snapshotName(systemClock.now())))) await pause(20);
      const options = { progress: silent, retention: null };
      return takeBackup({ ...from, store: changed }, openRepository(to), options);
    },
    async restore(from, environment, step = () => {}) {
      const repository = openRepository(from);
      const name = await chooseSnapshot(repository, environment.AT);
      return restoreBackup(parseSettings(environment), repository, name, { step, end() {} });
    },
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
