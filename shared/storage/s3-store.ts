import { createReadStream } from 'node:fs';
import { stat as fileFacts } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Clock } from '../clock.ts';
import { sha256 } from '../keys.ts';
import { reportDiskFull } from './durable-file.ts';
import { openIncomingObject } from './incoming-object.ts';
import { assertObjectKey, contentHash, isObjectKey } from './object-key.ts';
import { s3Addresses } from './s3-addresses.ts';
import { callS3, callS3OrNull } from './s3-errors.ts';
import type { S3Settings } from './s3-settings.ts';
import { ObjectMissingError, type ObjectStore } from './store.ts';
import { makeOwnFolder, openTemporaryFiles } from './temporary-files.ts';

const MAX_REMOVED_PER_REQUEST = 1000;
/** Folder of objects that are being received, shared by the processes of one account of this machine. */
const INCOMING = join(tmpdir(), `placard-incoming-${process.getuid?.() ?? 0}`);
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
/** An unavailable service may not even refuse a connection. The client tries each request three times. */
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 20_000;

/** Stores objects in a bucket of S3 or of a compatible service. The bucket must exist and be private. */
export function openS3Store(settings: S3Settings, clock: Clock): ObjectStore {
  const { bucket, endpoint, region, prefix, pathStyle, credentials } = settings;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    logger: SILENT, // errors reach the caller; the client would also print them to the console
    // Services other than Amazon's refuse the checksums that newer clients send by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // Opened for each use, because the system may delete an unused folder in its folder of temporary files.
  const temporaryFiles = async () => openTemporaryFiles(await makeOwnFolder(INCOMING));
  const root = prefix === '' ? '' : `${prefix}/`;
  const at = (key: string) => ({ Bucket: bucket, Key: root + assertObjectKey(key) });

  async function stat(key: string) {
    const facts = await callS3OrNull(client.send(new HeadObjectCommand(at(key))));
    if (!facts) return null;
    return { sizeBytes: facts.ContentLength ?? 0, modifiedAt: facts.LastModified ?? clock.now() };
  }

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    if (contentHash(key) !== sha256(bytes)) {
      throw new TypeError(`${key} does not name the SHA-256 of its bytes.`);
    }
    const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType });
    await callS3(client.send(command));
  }

  async function read(key: string): Promise<Uint8Array> {
    const object = await callS3OrNull(client.send(new GetObjectCommand(at(key))));
    if (!object?.Body) throw new ObjectMissingError(key);
    return callS3(object.Body.transformToByteArray());
  }

  async function sendFile(path: string, key: string, contentType: string): Promise<void> {
    const { size } = await fileFacts(path);
    const file = { Body: createReadStream(path), ContentLength: size, ContentType: contentType };
    await callS3(client.send(new PutObjectCommand({ ...at(key), ...file })));
  }

  return {
    put,
    receive: async () => openIncomingObject(await reportDiskFull(temporaryFiles), sendFile),
    read,
    async stream(key, range) {
      const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
      const object = await callS3OrNull(client.send(new GetObjectCommand({ ...at(key), ...wanted })));
      if (!object?.Body) throw new ObjectMissingError(key);
      return object.Body as Readable; // always in Node
    },
    stat,
    localPath: () => null,
    /**
     * Stores the bytes that were hashed. A copy by the service could be of bytes that arrived later, because conditional
     * copies are not atomic everywhere (radosgw 16). Tickets stay valid until they expire, but later uploads are not read.
     */
    async promote(stagingKey, targetPrefix, contentType) {
      const bytes = await read(stagingKey);
      const hash = sha256(bytes);
      const key = `${assertObjectKey(targetPrefix)}/${hash}`;
      await put(key, bytes, contentType);
      return { key, sha256: hash, sizeBytes: bytes.length };
    },
    async remove(keys) {
      for (let i = 0; i < keys.length; i += MAX_REMOVED_PER_REQUEST) {
        const batch = keys.slice(i, i + MAX_REMOVED_PER_REQUEST).map((key) => ({ Key: at(key).Key }));
        const { Errors: failures = [] } = await callS3(
          client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } })),
        );
        if (failures.length > 0)
          throw new Error(`S3 did not remove ${failures.length} objects: ${failures[0]?.Code}`);
      }
    },
    async *list(keyPrefix) {
      if (keyPrefix !== '') assertObjectKey(keyPrefix.replace(/\/$/, ''));
      let ContinuationToken: string | undefined;
      do {
        const page = await callS3(
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: root + keyPrefix, ContinuationToken }),
          ),
        );
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const key = Key.slice(root.length);
          if (isObjectKey(key)) yield { key, sizeBytes: Size, modifiedAt: LastModified ?? clock.now() };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    ...s3Addresses(client, at, clock),
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    // Interrupted uploads leave files only on this machine, not in S3.
    async cleanUp() {
      await (await temporaryFiles()).removeAbandoned(clock.now());
    },
  };
}
