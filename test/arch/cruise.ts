import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = ['modules', 'gateway', 'worker', 'shared', 'box', 'knexfile.ts', 'client', 'portal'];
const CRUISED = [...PRODUCT, 'bench', 'test'];

export interface Cruise {
  /** The number of examined files, without packages. */
  files: string[];
  violations: { rule: string; from: string; to: string }[];
}

interface CruiseOutput {
  modules: { source: string; matchesDoNotFollow?: boolean; coreModule?: boolean }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Runs dependency-cruiser over the source tree in `folder`. */
export async function cruise(folder: string, rules = '.dependency-cruiser.cjs'): Promise<Cruise> {
  const parts = CRUISED.filter((name) => existsSync(join(folder, name)));
  const results = await mkdtemp(join(tmpdir(), 'placard-cruise-'));
  const output = join(results, 'cruise.json');
  // To a file, because output that is still in a pipe is lost when it exits with the number of violations.
  const options = ['--config', rules, '--output-type', 'json', '--output-to', output];
  // With the Node that runs the tests: dependency-cruiser may refuse the machine's own version.
  const script = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const run = promisify(execFile)(process.execPath, [script, ...options, ...parts], {
    cwd: folder,
  });
  await run.catch((error: { code: unknown; stderr: string }) => {
    if (typeof error.code !== 'number' || error.stderr) throw error;
  });
  const { modules, summary } = JSON.parse(await readFile(output, 'utf8')) as CruiseOutput;
  await rm(results, { recursive: true });
  return {
    files: modules
      .filter(({ source }) => parts.some((start) => source.startsWith(start)))
      .map(({ source }) => source),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

/** Calls `use` with a copy of the source tree to which some files were added. */
export async function withPlanted<T>(
  planted: Record<string, string>,
  use: (folder: string, rules: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-arch-'));
  try {
    const names = [...CRUISED, 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs'];
    for (const name of names.filter((name) => existsSync(join(root, name))))
      await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, text] of Object.entries(planted)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    // Packages are behind a symbolic link here, and must keep the paths that the rules name.
    const rules = 'planted-rules.cjs';
    const text = `const rules = require('./.dependency-cruiser.cjs');
      module.exports = { ...rules, options: { ...rules.options, preserveSymlinks: true } };`;
    await writeFile(join(folder, rules), text);
    return await use(folder, rules);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
