import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const rows = [...read('docs/dependencies.md').matchAll(/^\| `(\S+)` +\| (.+?) +\| (.+?) *\|$/gm)].map(
  ([, name = '', licence = '', purpose = '']) => ({ name, licence, purpose }),
);

test('every dependency has a line, and no other package has one', (t) => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  t.deepEqual(rows.map(({ name }) => name).sort(), names.sort());
});

test('licences are those that the packages state', (t) => {
  for (const { name, licence } of rows) {
    const path = `node_modules/${name}/package.json`;
    if (existsSync(new URL(path, root))) t.is(JSON.parse(read(path)).license, licence, name);
  }
});

test('versions are exact', (t) => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...optionalDependencies,
    ...devDependencies,
  }))
    t.regex(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
});
