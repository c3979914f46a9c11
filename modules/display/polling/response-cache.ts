import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import type { Picture } from './make-picture.ts';

/** The last response to a panel, which is sent again during an outage. */
export interface CachedResponse {
  deviceId: string;
  address: string;
  name: string;
  seconds: number;
}

const MAX_RESPONSES_IN_MEMORY = 2_000;
/** Longer than the four days for which addresses are valid. The files of an active panel are at most a day old. */
const KEPT_DAYS = 7;

interface ResponseCacheOptions {
  config: Pick<Config, 'DATA_DIR'>;
  clock: Clock;
  report: (error: Error) => void;
}

/**
 * Stores the last response to every panel, and its picture, in files of this machine. Panels get them while the database or
 * the store is unavailable, also after a restart. A file is written when the picture or its address changes, and removed
 * when its panel has not polled for a week.
 */
export function createResponseCache({ config, clock, report }: ResponseCacheOptions) {
  const folder = responseCacheFolder(config);
  const responses = new Map<string, CachedResponse>();
  const responsePath = (credential: string) => join(folder, `${keyOf(credential)}.json`);
  /** A line of JSON about the picture, then its bytes. */
  const picturePath = (deviceId: string) => join(folder, `${deviceId}.picture`);
  let sweptAt = 0;

  function remember(credential: string, response: CachedResponse): void {
    responses.delete(credential);
    responses.set(credential, response);
    const [oldest] = responses.keys();
    if (responses.size > MAX_RESPONSES_IN_MEMORY && oldest !== undefined) responses.delete(oldest);
  }

  async function write(path: string, content: string | Buffer): Promise<void> {
    const draft = `${path}.${newId()}`;
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  }

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    if (now - sweptAt < DAY_MS) return;
    sweptAt = now;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const file = await stat(path).catch(() => null); // another process may replace it meanwhile
      if (file && now - file.mtimeMs > KEPT_DAYS * DAY_MS) await rm(path, { force: true });
    }
  }

  return {
    async keep(credential: string, response: CachedResponse, picture: () => Promise<Picture>): Promise<void> {
      const known = responses.get(credential);
      remember(credential, response);
      if (known?.address === response.address) return;
      try {
        await sweep();
        const { bytes, contentType } = await picture();
        const header = JSON.stringify({ name: response.name, contentType });
        await write(picturePath(response.deviceId), Buffer.concat([Buffer.from(`${header}\n`), bytes]));
        await write(responsePath(credential), JSON.stringify(response));
      } catch (error) {
        responses.delete(credential);
        report(error as Error);
      }
    },
    /** Returns null for a panel that has never polled at this machine. */
    async find(credential: string): Promise<CachedResponse | null> {
      const known = responses.get(credential);
      if (known) return known;
      try {
        return JSON.parse(await readFile(responsePath(credential), 'utf8'));
      } catch {
        return null;
      }
    },
    /** Returns the picture with that name, if it is the last one of the panel. */
    async picture(deviceId: string, name: string): Promise<Picture | null> {
      try {
        const file = await readFile(picturePath(deviceId));
        const end = file.indexOf('\n');
        const header = JSON.parse(file.toString('utf8', 0, end));
        return header.name === name
          ? { bytes: file.subarray(end + 1), contentType: header.contentType }
          : null;
      } catch {
        return null;
      }
    },
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Whether polling panels have polled at this machine. */
export async function hasCachedResponses(config: Pick<Config, 'DATA_DIR'>): Promise<boolean> {
  const names = await readdir(responseCacheFolder(config)).catch(() => []);
  return names.length > 0;
}

export function responseCacheFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'polling-panels');
}

/** The name of a panel's file, which only its credential reveals. */
function keyOf(credential: string): string {
  return sha256(`last answer ${credential}`);
}
