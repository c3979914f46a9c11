import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';

/** The native libraries and the CommonJS files that a process has loaded after it imported this file of the project. */
async function loadedBy(file: string): Promise<string> {
  const show = `
    await import('${new URL(`../../${file}`, import.meta.url).href}');
    const { _cache } = process.getBuiltinModule('node:module');
    console.log([...process.report.getReport().sharedObjects, ...Object.keys(_cache)].join('\\n'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', show]);
  return stdout;
}

test('a process that reads no material and delivers nothing loads no code for it', async (t) => {
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
