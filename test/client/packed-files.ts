import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTarGzip } from 'nanotar';

/** The files of the package that a box serves, by their path in it. `make test` and `make bench` make it first. */
export async function packedFiles(): Promise<[path: string, text: string][]> {
  const archive = await readFile(join(import.meta.dirname, '../../dist/client.tgz'));
  const files = await parseTarGzip(archive);
  return files.map(({ name, text }) => [name.replace(/^package\//, ''), text]);
}

/** The modules that a program loads: all but those of the command line. */
export async function clientScripts(): Promise<[path: string, text: string][]> {
  return (await packedFiles()).filter(([path]) => path.endsWith('.js') && !path.startsWith('cli/'));
}
