import { spawn } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';

/** Runs `make demo` as make does, until it says what to try next; answers the token in those lines. */
async function demonstrate(t: ExecutionContext, app: TestApp): Promise<string> {
  const { DATA_DIR, HTTP_PORT } = app.config;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../gateway/demo/main.ts')], {
    env: { ...COMPILE_CACHE, DATA_DIR, HTTP_PORT: String(HTTP_PORT) },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  const token = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /curl -u :(\S+) -d 'Buy milk' \S+\/push\/demo\n/.exec(said) ?? [];
      if (found && said.includes('-T docs/images/raccoon.jpg')) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  child.kill('SIGTERM');
  t.is(await ended, 0);
  return token;
}

test('a demonstration makes an account, a panel and a photograph, and done again it goes on with them', async (t) => {
  const app = await startTestApp({ worker: true, gateway: true });
  t.teardown(() => app.close());
  const token = await demonstrate(t, app);
  const client = createClient(app, token);
  const look = async () => {
    const { body } = await client.get('/api/sdk/v1/displays');
    return body.items.map(({ name, currentPresentationId }: Record<string, string>) => ({
      name,
      currentPresentationId,
    }));
  };
  const first = await look();
  t.is(first.length, 1);
  t.is(first[0].name, 'Demo');
  t.truthy(first[0].currentPresentationId, 'the panel confirmed it');
  t.is(await demonstrate(t, app), token);
  t.deepEqual(await look(), first);
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
});
