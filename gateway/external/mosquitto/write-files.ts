import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrokerAccount } from '#modules/display';
import type { Config } from '#shared/config.ts';
import { newId } from '#shared/ids.ts';
import { StartError } from '#shared/process.ts';
import { brokerAddress } from '../broker-address.ts';
import { FILE_NAMES, gatewayPasswords, gatewayTopics, panelPasswords, panelTopics } from './file-texts.ts';

/** Mosquitto runs as another user and reads the files as a member of the folder's group, if files inherit it (set-group-id). */
const FILE_MODE = 0o640;

type FileTexts = Partial<Record<keyof typeof FILE_NAMES, string>>;

/**
 * Writes Mosquitto's password and ACL files. Each file is replaced atomically, and only when it changes. Returns whether
 * one changed.
 */
export async function writeAccountFiles(
  folder: string,
  config: Config,
  accounts: BrokerAccount[],
): Promise<boolean> {
  const { username, password } = serviceAccount(config);
  const current = await read(join(folder, FILE_NAMES.gatewayPasswords));
  return write(folder, {
    panelPasswords: panelPasswords(accounts),
    panelTopics: panelTopics(),
    gatewayPasswords: gatewayPasswords(username, password, current ?? ''),
    gatewayTopics: gatewayTopics(username),
  });
}

/** @throws {StartError} */
function serviceAccount(config: Config): { username: string; password: string } {
  if (!config.MQTT_BROKER_URL)
    throw new StartError('MQTT_BROKER_URL is not set, and MQTT_BROKER_FILES needs it.');
  const { username, password } = brokerAddress(config);
  if (!username || !password || /[:\s]/.test(username)) {
    throw new StartError(
      "MQTT_BROKER_URL (or MQTT_BROKER_USERNAME and MQTT_BROKER_PASSWORD) must contain the gateways' name, without colon or space, and password.",
    );
  }
  return { username, password };
}

async function write(folder: string, contents: FileTexts): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  let changed = false;
  for (const [name, text] of Object.entries(contents)) {
    const file = join(folder, FILE_NAMES[name as keyof typeof FILE_NAMES]);
    if ((await read(file)) === text) continue;
    const temporary = `${file}.${newId()}`;
    try {
      await writeFile(temporary, text, { mode: FILE_MODE, flush: true });
      await rename(temporary, file);
    } finally {
      await rm(temporary, { force: true });
    }
    changed = true;
  }
  return changed;
}

/** Returns null if the file does not exist. */
async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
