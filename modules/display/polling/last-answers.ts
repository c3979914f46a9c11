import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import type { Picture } from './make-picture.ts';

/** The picture that a panel was told last: what it is told again while nothing better can be said. */
export interface LastAnswer {
  deviceId: string;
  address: string;
  name: string;
  seconds: number;
}

interface Kept extends LastAnswer {
  contentType: Picture['contentType'];
  /** Base64. */
  bytes: string;
}

const MAX_IN_MEMORY = 2_000;

/**
 * Keeps the last answer of every panel, and its picture, in files of this machine: what panels are told, and may
 * download, while the database or the store is away, also after a restart. A file is written when the picture changes.
 */
export function createLastAnswers({ folder, log }: { folder: string; log: Log }) {
  const answers = new Map<string, LastAnswer>();
  const pathOf = (key: string) => join(folder, `${key}.json`);

  function remember(key: string, answer: LastAnswer): void {
    answers.delete(key);
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > MAX_IN_MEMORY && oldest !== undefined) answers.delete(oldest);
  }

  async function write(path: string, text: string): Promise<void> {
    const draft = `${path}.${newId()}`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path);
  }

  async function read(path: string): Promise<Kept | null> {
    try {
      return JSON.parse(await readFile(path, 'utf8'));
    } catch {
      return null;
    }
  }

  return {
    async keep(credential: string, answer: LastAnswer, picture: () => Promise<Picture>): Promise<void> {
      const key = keyOf(credential);
      const known = answers.get(key);
      remember(key, answer);
      if (known?.address === answer.address) return;
      try {
        const { bytes, contentType } = await picture();
        const text = JSON.stringify({ ...answer, contentType, bytes: bytes.toString('base64') });
        await write(pathOf(key), text);
        await write(pathOf(answer.deviceId), text);
      } catch (error) {
        log.warn({ err: error, deviceId: answer.deviceId }, 'the last answer of a panel could not be kept');
      }
    },
    /** Null for a panel that was told nothing by this machine. */
    async find(credential: string): Promise<LastAnswer | null> {
      const key = keyOf(credential);
      return answers.get(key) ?? (await read(pathOf(key)));
    },
    /** The picture of that name, when it is the last that the panel was told. */
    async picture(deviceId: string, name: string): Promise<Picture | null> {
      const kept = await read(pathOf(deviceId));
      if (kept?.name !== name) return null;
      return { bytes: Buffer.from(kept.bytes, 'base64'), contentType: kept.contentType };
    },
  };
}
export type LastAnswers = ReturnType<typeof createLastAnswers>;

/** Only whoever has the credential finds the file. */
function keyOf(credential: string): string {
  return sha256(`last answer ${credential}`);
}
