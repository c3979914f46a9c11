import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the program of each task into the folder given, one file each. A child lives for a moment: loading hundreds of source
 * files would take most of it, and a child may write no cache of compiled code.
 */
const target = process.argv[2];
if (!target) throw new Error('The folder of the programs is missing.');
const { outputFiles } = await build({
  absWorkingDir: join(import.meta.dirname, 'programs'),
  entryPoints: ['read-html', 'read-markdown', 'read-pdf', 'rasterise-svg'].map((task) => `${task}.ts`),
  outdir: 'out',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Packages with compiled parts, which are found beside them.
  external: ['@napi-rs/canvas', 'sharp'],
  // Names stay, for the stacks of errors.
  minifyWhitespace: true,
  // pdf.js asks for this function, which Node 24 has. The question alone makes Node load its HTTP client, a quarter of the start.
  define: { 'Response.prototype.bytes': 'Function' },
  legalComments: 'none',
  write: false,
  logLevel: 'error',
});
await mkdir(target, { recursive: true });
for (const { path, contents } of outputFiles) {
  const file = join(target, basename(path));
  // A worker that runs meanwhile starts a child of the old program or of the new one.
  await writeFile(`${file}.new`, contents);
  await rename(`${file}.new`, file);
}
