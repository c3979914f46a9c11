import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { BuiltFile } from './file.ts';
import { gatherShared } from './gather-shared.ts';

const folder = join(import.meta.dirname, '..');
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export interface Bundle {
  files: BuiltFile[];
  script: string;
  style: string;
  /** Scripts that the first one imports: the browser fetches them at the same time. */
  preloads: string[];
}

const OPTIONS = {
  absWorkingDir: folder,
  entryPoints: { app: 'main.tsx', style: 'style/index.css' },
  outdir: 'out',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'safari16.4', 'chrome111', 'firefox114'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  metafile: true,
  write: false,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'error',
} satisfies BuildOptions;

/** Bundles one script for the frame, one for each screen, one for shared modules, and the style sheet. */
export async function bundle(): Promise<Bundle> {
  const separate = await build({ ...OPTIONS, minify: false });
  const plugins = [gatherShared(folder, separate.metafile)];
  const { outputFiles, metafile } = await build({ ...OPTIONS, plugins });
  const files = outputFiles.map(({ path, contents }) => {
    const name = basename(path);
    return { name, type: TYPES[name.split('.').at(-1) as string] as string, bytes: contents };
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({
    ...output,
    name: basename(path),
  }));
  const entry = (source: string) => {
    const found = outputs.find(({ entryPoint }) => entryPoint === source);
    if (!found) throw new Error(`Nothing was made of ${source}.`);
    return found;
  };
  const script = entry('main.tsx');
  return {
    files,
    script: script.name,
    style: entry('style/index.css').name,
    preloads: script.imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => basename(path)),
  };
}
