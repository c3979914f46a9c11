import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '#shared/process.ts';
import type { StoredFile } from './manifest.ts';

/** Writes a stream, through others, to a new file that only this user may read. Returns its entry for the manifest. */
export async function writeStoredFile(
  path: string,
  bytes: Readable,
  ...through: Transform[]
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  await pipeline([bytes, ...through, measure, file]);
  return { file: basename(path), sha256: hash.digest('hex'), bytes: size };
}

/** Verifies a file against its entry. @throws {StartError} when it is missing or damaged */
export async function checkStoredFile(
  path: string,
  { sha256, bytes }: Pick<StoredFile, 'sha256' | 'bytes'>,
): Promise<void> {
  const facts = await stat(path).catch(() => null);
  if (!facts) throw new StartError(`${path} is missing: this backup is not complete.`);
  if (facts.size !== bytes)
    throw new StartError(`${path} is damaged: it has ${facts.size} bytes instead of ${bytes}.`);
  if ((await hashOf(path)) !== sha256)
    throw new StartError(`${path} is damaged: its bytes are not those that were written.`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
