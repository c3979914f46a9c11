import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/**
 * The native libraries, the CommonJS files and the parts of Node that a process has loaded after it imported this file of
 * the project.
 */
async function loadedBy(file: string, environment?: NodeJS.ProcessEnv): Promise<string> {
  const show = `
    await import('${new URL(`../../${file}`, import.meta.url).href}');
    const { _cache } = process.getBuiltinModule('node:module');
    const { sharedObjects } = process.report.getReport();
    console.log([...sharedObjects, ...Object.keys(_cache), ...process.moduleLoadList].join('\\n'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', show], {
    env: environment,
  });
  return stdout;
}

test('a process that neither analyses nor delivers loads no code for it', async (t) => {
  const loaded = await loadedBy('modules/compose.ts');
  t.regex(loaded, /argon2/, 'native libraries are seen');
  t.regex(loaded, /node_modules\/knex\//, 'packages are seen');
  t.notRegex(loaded, /sharp|vips|canvas|skia/, 'reads and draws pictures');
  t.notRegex(loaded, /node_modules\/undici\//, 'fetches links and delivers webhooks');
});

test('the box, which runs for months, loads nothing that only migrations use', async (t) => {
  const loaded = await loadedBy('box/box.ts');
  t.regex(loaded, /node_modules\/pg\//, 'packages are seen');
  t.notRegex(loaded, /node_modules\/(knex|lodash|luxon|cron-parser)\//);
});

test('`make run` does not compile again what it has compiled before', async (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'placard-compiled-'));
  t.teardown(() => rmSync(cache, { recursive: true }));
  const environment = { NODE_COMPILE_CACHE: cache };
  await run(process.execPath, [join(root, '.ci/compile.ts'), 'shared'], { env: environment });
  const compiler = /internal\/deps\/amaro/;
  t.notRegex(await loadedBy('shared/settings.ts', environment), compiler);
  t.regex(await loadedBy('box/box.ts', environment), compiler, 'it is seen where it is needed');
});
