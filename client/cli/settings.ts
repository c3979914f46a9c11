import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { boxAddress, DEFAULT_ADDRESS } from './address.ts';
import { failure } from './exit-codes.ts';

/** The settings that `placard login` stores. */
export interface Settings {
  /** The box to use without PLACARD_URL. */
  url: string | null;
  /** The token of each box, by the address that it was made for. */
  tokens: Record<string, string>;
}

/** `$XDG_CONFIG_HOME/placard/config.json`, `~/.config` where that is not set (XDG Base Directory, 0.8). */
export function settingsPath(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME;
  const folder = base && isAbsolute(base) ? base : join(env.HOME || homedir(), '.config');
  return join(folder, 'placard', 'config.json');
}

/** @throws {CommandError} when the file is there and holds something else */
export async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
  const path = settingsPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw failure(
      'unreadable_settings',
      `${path} cannot be read (${error.code}).`,
      'Put its owner and mode right.',
    );
  });
  if (text === null) return { url: null, tokens: {} };
  const settings = parseSettings(text);
  if (settings) return settings;
  throw failure('unreadable_settings', `${path} is damaged.`, 'Remove it, then run `placard login`.');
}

/** The address of the box to use: of PLACARD_URL, else of `placard login`. @throws {CommandError} of exit code 2 */
export function chosenBox(env: NodeJS.ProcessEnv, settings: Settings): string {
  return boxAddress(env.PLACARD_URL || settings.url || DEFAULT_ADDRESS);
}

/** True when others than the owner may read the file: it holds credentials. */
export async function isOpenToOthers(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(settingsPath(env)).catch(() => null);
  return found !== null && (found.mode & 0o077) !== 0;
}

/** Replaces the file atomically, readable by its owner alone. */
export async function writeSettings(env: NodeJS.ProcessEnv, settings: Settings): Promise<void> {
  const path = settingsPath(env);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    throw failure(
      'unwritable_settings',
      `${path} cannot be written (${code}).`,
      'XDG_CONFIG_HOME names another folder.',
    );
  }
}

function parseSettings(text: string): Settings | null {
  try {
    const { url, tokens } = JSON.parse(text) as Partial<Settings>;
    const isWhole =
      (url === null || typeof url === 'string') &&
      typeof tokens === 'object' &&
      tokens !== null &&
      Object.values(tokens).every((token) => typeof token === 'string');
    return isWhole ? { url, tokens } : null;
  } catch {
    return null;
  }
}
