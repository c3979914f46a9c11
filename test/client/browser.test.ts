import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { build } from 'esbuild';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerPerson } from '#test/support/person.ts';
import { visit } from '#test/support/visit.ts';
import { json, startFlakyServer } from './flaky-server.ts';
import { clientScripts } from './packed-files.ts';

test('the client uses only what browsers have', async (t) => {
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

/** What a bundler makes for browsers of a program that imports the client as it is packed. */
async function bundle(t: ExecutionContext, program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bundle-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of await clientScripts()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

test('a bundle of the client works in a real browser: lists, a push with its upload, its events, a refusal, an abort', async (t) => {
  const app = await startTestApp({ worker: true, gateway: true });
  t.teardown(() => app.close());
  const person = await registerPerson(createClient(app), app.url);
  const { token } = (await person.app.post('/auth/tokens', { body: { name: 'browser' } })).body;
  await person.panel();
  const program = await bundle(
    t,
    `import { Placard, PlacardError } from './index.js';
    export async function run(url, token) {
      const placard = new Placard({ url, token });
      const names = [];
      const ids = [];
      for await (const { id, name } of placard.displays.list()) { ids.push(id); names.push(name); }
      const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 48 });
      canvas.getContext('2d').fillRect(0, 0, 40, 48);
      const photo = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
      const pushed = await placard.push([photo, 'From a browser'], { display: ids[0], waitSeconds: 60 });
      const types = [];
      for await (const { type } of placard.analyses.events(pushed.content.analysisIds[0])) types.push(type);
      const controller = new AbortController();
      const following = placard.events({ signal: controller.signal })[Symbol.asyncIterator]();
      const first = (await following.next()).value.event;
      controller.abort();
      const aborted = await following.next().then(() => 'no', ({ name, code }) => code ?? name);
      const refused = await placard.displays.get('x').catch((error) => error);
      return {
        names, first, aborted,
        assets: pushed.content.assets.map(({ type }) => type),
        states: pushed.presentations.map(({ state }) => state),
        last: types.at(-1),
        refused: refused instanceof PlacardError && refused.code,
      };
    }`,
  );
  const { page, expectFaults } = await visit(t, { baseURL: app.url });
  expectFaults(/400|displays\/x/);
  await page.goto('/docs');
  const script = `(async () => { ${program}; return program.run(${JSON.stringify(app.url)}, ${JSON.stringify(token)}); })()`;
  const { aborted, ...outcome } = (await page.evaluate(script)) as Record<string, unknown>;
  t.deepEqual(outcome, {
    names: ['Hall'],
    first: 'reset',
    assets: ['image', 'text'],
    states: ['confirmed'],
    last: 'analysis.completed',
    refused: 'invalid_request',
  });
  t.not(aborted, 'no');
});
