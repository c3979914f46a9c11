import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { batches } from './map-in-order.ts';

export interface ListedObject {
  sha256: string;
  bytes: number;
  key: string;
}

/** Lines per chunk. Passing a chunk through the streams costs as much as a thousand lines. */
const LINES_PER_CHUNK = 1000;

/** The text of an object list, in chunks. */
export async function* objectLines(objects: AsyncIterable<ListedObject>): AsyncGenerator<string> {
  for await (const some of batches(objects, LINES_PER_CHUNK))
    yield some.map(({ sha256, bytes, key }) => `${sha256} ${bytes} ${key}\n`).join('');
}

/** The objects that a snapshot names, from its list: those with the same bytes one after the other. */
export async function* readObjectList(path: string): AsyncGenerator<ListedObject> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  for await (const line of lines) {
    const [sha256 = '', bytes = '', key = ''] = line.split(' ');
    yield { sha256, bytes: Number(bytes), key };
  }
}
