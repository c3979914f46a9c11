import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

export interface ListedObject {
  sha256: string;
  bytes: number;
  key: string;
}

export function objectLine({ sha256, bytes, key }: ListedObject): string {
  return `${sha256} ${bytes} ${key}\n`;
}

/** The objects that a snapshot names, from its list: those with the same bytes one after the other. */
export async function* readObjectList(path: string): AsyncGenerator<ListedObject> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  for await (const line of lines) {
    const [sha256 = '', bytes = '', key = ''] = line.split(' ');
    yield { sha256, bytes: Number(bytes), key };
  }
}
