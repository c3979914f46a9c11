import { join, relative } from 'node:path';
import { build } from 'esbuild';

const folder = join(import.meta.dirname, '..');

/**
 * The bundled files of the command line, by their path in the package: one that every start loads, and one for each command
 * that includes the packages it needs. So a start reads little, and an installation has no dependencies.
 */
export async function bundleCommandLine(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['cli/main.ts'],
    outdir: '/',
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: true,
    write: false,
    chunkNames: 'cli/chunks/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'error',
    // Packages written for `require` find Node's own modules with it.
    banner: {
      js: "import { createRequire as placardRequire } from 'node:module';const require = placardRequire(import.meta.url);",
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [relative('/', path), text]));
}
