import { Transform } from 'node:stream';

/** Keys of immutable objects end in the hash of their bytes. No other value of a column has this form. */
const OBJECT_KEY = /(?:users|devices)\/[\w./~-]{1,400}?\/[0-9a-f]{64}/g;
const NEWLINE = 0x0a;

/** A set of keys, or its replacement for many keys. */
export interface KeyCollector {
  add(key: string): unknown;
}

/**
 * Passes the output of `COPY … TO STDOUT` on, counts its rows (one a line; line breaks within values are escaped), and
 * collects the object keys in it: an object belongs to a backup when any column of any row names it.
 */
export class KeyScanner extends Transform {
  rows = 0;
  readonly #keys: KeyCollector;
  #rest: Buffer[] = [];

  constructor(keys: KeyCollector) {
    super();
    this.#keys = keys;
  }

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) this.#rest.push(chunk);
    else {
      this.#read(Buffer.concat([...this.#rest, chunk.subarray(0, end + 1)]));
      this.#rest = [chunk.subarray(end + 1)];
    }
    this.push(chunk);
    done();
  }

  #read(lines: Buffer): void {
    for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, at + 1)) this.rows += 1;
    if (!lines.includes('users/') && !lines.includes('devices/')) return;
    for (const [key] of lines.toString('latin1').matchAll(OBJECT_KEY)) this.#keys.add(key);
  }
}
