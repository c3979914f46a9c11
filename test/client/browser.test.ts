import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { json, startFlakyServer } from './flaky-server.ts';
import { clientScripts } from './packed-files.ts';

test('the client needs nothing but what browsers have', async (t) => {
  const scripts = await clientScripts();
  t.true(scripts.length > 5);
  for (const [path, text] of scripts) t.notRegex(text, /from ['"](?!\.)|\bBuffer\b|\bprocess\./, path);
  const server = await startFlakyServer([
    json(200, { items: [{ name: 'Hall' }], nextCursor: null, hasMore: false }),
  ]);
  t.teardown(() => server.close());
  // Modules in a context without Node's own globals: where an import or a name is missing, it fails.
  const runner = join(import.meta.dirname, 'browser-context.mjs');
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const child = promisify(execFile)(process.execPath, [...flags, runner, server.url]);
  child.child.stdin?.end(JSON.stringify(Object.fromEntries(scripts)));
  t.is((await child).stdout, 'Hall\n');
});
