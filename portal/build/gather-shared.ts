import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Loader, Metafile, Plugin } from 'esbuild';

const SHARED = 'placard:shared';

/**
 * Puts all modules that two or more scripts share into one file. The bundler alone makes a file for each set of scripts that
 * share something: two dozen files of some hundred bytes, of which a browser fetches few at a time.
 * The metafile is that of a build without this plugin.
 */
export function gatherShared(folder: string, { inputs, outputs }: Metafile): Plugin {
  const entries = new Set(Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []));
  const users = new Map<string, number>();
  for (const entry of entries)
    for (const path of reached(entry, inputs)) users.set(path, (users.get(path) ?? 0) + 1);
  const shared = [...users].filter(([path, count]) => count > 1 && !entries.has(path)).map(([path]) => path);
  const scripts = new Set(
    [...entries].filter((path) => !path.endsWith('.css')).map((path) => join(folder, path)),
  );
  return {
    name: 'gather-shared',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${SHARED}$`) }, () => ({ path: SHARED, namespace: SHARED }));
      build.onLoad({ filter: /.*/, namespace: SHARED }, () => ({
        contents: shared.map((path) => `import ${JSON.stringify(`./${path}`)};`).join('\n'),
        resolveDir: folder,
      }));
      build.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, async ({ path }) => {
        if (!scripts.has(path)) return null;
        const source = await readFile(path, 'utf8');
        const loader = extname(path).slice(1) as Loader;
        return { contents: `import '${SHARED}';\n${source}`, loader, resolveDir: dirname(path) };
      });
    },
  };
}

/** Every file that a script needs before it runs. */
function reached(entry: string, inputs: Metafile['inputs']): Set<string> {
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: next, kind, external } of inputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && !external) found.add(next);
  return found;
}
