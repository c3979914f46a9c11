import type { Readable } from 'node:stream';
/** Properties of a stored object. */
export interface ObjectFacts {
  sizeBytes: number;
  modifiedAt: Date;
}

export interface UploadPolicy {
  /** A key that belongs to this ticket only. The bytes are copied to another key before they are used. */
  stagingKey: string;
  contentType: string;
  /** The exact size that is accepted. */
  sizeBytes: number;
  expiresAt: Date;
}

/** How a client uploads the bytes: a multipart form POST with all `fields` first and the file part last. */
export interface UploadTarget {
  url: string;
  fields: Record<string, string>;
}

export interface SignedUrlOptions {
  expiresAt: Date;
  contentType: string;
  /** Browsers save the object under this name instead of displaying it. */
  downloadAs?: string;
}

/** Bytes of an object, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The result of `promote`: an immutable object and the SHA-256 of its bytes, lower-case hex. */
export interface Promoted {
  key: string;
  sha256: string;
  sizeBytes: number;
}

/** An object that is being received. Nothing is stored until `keep`. */
export interface IncomingObject {
  /** @throws {StorageFullError} */
  write(bytes: Uint8Array): Promise<void>;
  /** No more bytes follow: closes the file. May be repeated. @throws {StorageFullError} */
  end(): Promise<void>;
  /** Of the bytes so far. */
  facts(): { sizeBytes: number; sha256: string };
  /** Ends it and stores the bytes durably as `${prefix}/<sha256>`. @throws {StorageFullError} */
  keep(prefix: string, contentType: string): Promise<Promoted>;
  /** Removes the received bytes; an object that was kept stays. Call it in any case. */
  discard(): Promise<void>;
}

/**
 * Object storage. Keys are slash-separated and begin with their owner: `users/<userId>/…`, `devices/<deviceId>/…`,
 * or `staging/<userId>/…` for uploads that are not confirmed. An object is never changed once written, except under
 * `staging/`. Immutable keys end in the SHA-256 of their bytes, which is also the ETag of downloads.
 */
export interface ObjectStore {
  /**
   * Resolves when the object is durable. May be repeated.
   * @throws {TypeError} when `key` does not end in the SHA-256 of `bytes`
   * @throws {StorageFullError}
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Receives an object in chunks, without holding it in memory. @throws {StorageFullError} */
  receive(): Promise<IncomingObject>;
  /** @throws {ObjectMissingError} */
  read(key: string): Promise<Uint8Array>;
  /** Streams an object, or a range that lies within it. @throws {ObjectMissingError} */
  stream(key: string, range: ByteRange | null): Promise<Readable>;
  /** A path from which other threads can read the object, or null. It avoids copying the bytes through this thread. */
  localPath(key: string): string | null;
  stat(key: string): Promise<ObjectFacts | null>;
  /**
   * Copies an upload to `${prefix}/<sha256>`. Later uploads under its staging key have no effect; the embedded store
   * refuses them. May be repeated.
   * @throws {ObjectMissingError} when nothing was uploaded; the ticket then stays valid
   * @throws {StorageFullError}
   */
  promote(stagingKey: string, prefix: string, contentType: string): Promise<Promoted>;
  /** Missing objects count as removed. */
  remove(keys: string[]): Promise<void>;
  /** All keys that begin with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string } & ObjectFacts>;
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  uploadTarget(policy: UploadPolicy): Promise<UploadTarget>;
  /** Resolves when objects can be written. @throws otherwise */
  check(): Promise<void>;
  /** Removes incomplete files of killed processes. */
  cleanUp(): Promise<void>;
}

export class ObjectMissingError extends Error {
  constructor(key: string) {
    super(`There is no object ${key}.`);
    this.name = 'ObjectMissingError';
  }
}
