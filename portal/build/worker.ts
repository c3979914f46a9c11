import { join } from 'node:path';
import { build } from 'esbuild';
import { type BuiltFile, hashed } from './file.ts';

/** Bundles the service worker as one classic script, because some browsers take no modules there. */
export async function bundleWorker(): Promise<BuiltFile> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../service-worker.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['es2022'],
    minify: true,
    write: false,
    logLevel: 'error',
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return hashed('worker', 'js', 'text/javascript; charset=utf-8', contents);
}
