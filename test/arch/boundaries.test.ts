import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'ava';
import { type Cruise, cruise, root, withPlanted } from './cruise.ts';
import { innocent, scenery, violations } from './plants.ts';

/** Below the real number of files, and far above the number in a run that cannot parse the sources. */
const MIN_FILES = 200;

const rules: { name: string }[] = createRequire(import.meta.url)('../../.dependency-cruiser.cjs').forbidden;

const added: Record<string, string> = { ...scenery, ...innocent };
for (const { path, text } of violations) added[path] = text;

/** The source tree with what is added to it. It is looked at once, because that takes many seconds. */
let planted: Cruise;
test.before(async () => {
  planted = await withPlanted(added, cruise);
});

test('no file breaks a boundary rule', (t) => {
  t.deepEqual(
    Object.keys(added).filter((path) => existsSync(join(root, path))),
    [],
    'no file of the source tree is replaced',
  );
  t.deepEqual(
    planted.violations.filter(({ from }) => !(from in added)),
    [],
  );
  const files = planted.files.filter((path) => !(path in added));
  t.true(files.length >= MIN_FILES, `only ${files.length} files were looked at`);
  for (const folder of [
    'modules/identity/',
    'modules/display/',
    'modules/library/',
    'gateway/',
    'worker/',
    'shared/',
    'box/',
    'client/',
    'test/',
  ])
    t.true(
      files.some((file) => file.startsWith(folder)),
      folder,
    );
});

for (const { rule, path } of violations) {
  test(`reported: ${rule} in ${path}`, (t) => {
    const found = planted.violations.filter(({ from }) => from === path).map(({ rule: name }) => name);
    t.true(found.includes(rule), `found ${found.join(', ') || 'nothing'}`);
  });
}

for (const path of Object.keys(innocent)) {
  test(`allowed: ${path}`, (t) => {
    t.true(planted.files.includes(path));
    t.deepEqual(
      planted.violations.filter(({ from }) => from === path),
      [],
    );
  });
}

test('every boundary rule has an example that breaks it', (t) => {
  const tripped = new Set(violations.map(({ rule }) => rule));
  t.deepEqual(
    rules.map(({ name }) => name).filter((name) => !tripped.has(name)),
    [],
  );
});
