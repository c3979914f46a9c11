import type { Readable } from 'node:stream';
/** A stored object's facts. */
export interface ObjectFacts {
  sizeBytes: number;
  modifiedAt: Date;
}

export interface UploadPolicy {
  /** Key of this ticket alone; the bytes are copied elsewhere before anything reads them. */
  stagingKey: string;
  contentType: string;
  /** The exact size that is accepted. */
  sizeBytes: number;
  expiresAt: Date;
}

/** Where and how a client sends the bytes: a multipart form POST, all `fields` first, the file part last. */
export interface UploadTarget {
  url: string;
  fields: Record<string, string>;
}

export interface SignedUrlOptions {
  expiresAt: Date;
  contentType: string;
  /** Make browsers save the object under this name instead of showing it. */
  downloadAs?: string;
}

/** Bytes of an object, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What `promote` made: an immutable object and the SHA-256 of its bytes, lower-case hex. */
export interface Promoted {
  key: string;
  sha256: string;
  sizeBytes: number;
}

/** An object whose bytes are coming in. Nothing of it is stored until it is kept. */
export interface IncomingObject {
  /** @throws {StorageFullError} */
  write(bytes: Uint8Array): Promise<void>;
  /** No more bytes follow: nothing is held open for it from now on. May be repeated. @throws {StorageFullError} */
  end(): Promise<void>;
  /** Of the bytes so far. */
  facts(): { sizeBytes: number; sha256: string };
  /** Ends it, and stores the bytes as `${prefix}/<sha256>`, so that they survive a power cut. @throws {StorageFullError} */
  keep(prefix: string, contentType: string): Promise<Promoted>;
  /** Forgets it in any case; what was kept stays. */
  discard(): Promise<void>;
}

/**
 * Object storage. Keys are slash-separated and begin with their owner: `users/<userId>/…`, `devices/<deviceId>/…`,
 * or `staging/<userId>/…` for uploads that are not confirmed. An object is never changed once written, except under
 * `staging/`. Immutable keys end in the SHA-256 of their bytes, which is also the ETag of downloads.
 */
export interface ObjectStore {
  /**
   * Resolves when the object would survive a power cut. May be repeated.
   * @throws {TypeError} when `key` does not end in the SHA-256 of `bytes`
   * @throws {StorageFullError}
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Takes in an object piece by piece, without holding it in memory. @throws {StorageFullError} */
  receive(): Promise<IncomingObject>;
  /** @throws {ObjectMissingError} */
  read(key: string): Promise<Uint8Array>;
  /** All bytes of an object, or a range that lies within it, as they come. @throws {ObjectMissingError} */
  stream(key: string, range: ByteRange | null): Promise<Readable>;
  /** A path that other threads can read the object from, when there is one: saves copying it through this one. */
  localPath(key: string): string | null;
  stat(key: string): Promise<ObjectFacts | null>;
  /**
   * Copies an upload to `${prefix}/<sha256>`. What is uploaded under its staging key later changes nothing; the
   * embedded store refuses it. May be repeated.
   * @throws {ObjectMissingError} when nothing was uploaded; the ticket then stays good
   * @throws {StorageFullError}
   */
  promote(stagingKey: string, prefix: string, contentType: string): Promise<Promoted>;
  /** Objects that are not there count as removed. */
  remove(keys: string[]): Promise<void>;
  /** All keys that begin with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string } & ObjectFacts>;
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  uploadTarget(policy: UploadPolicy): Promise<UploadTarget>;
  /** Resolves when objects can be written. @throws otherwise */
  check(): Promise<void>;
  /** Removes what killed processes left half written. */
  cleanUp(): Promise<void>;
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}.`);
    this.name = 'ObjectMissingError';
  }
}
