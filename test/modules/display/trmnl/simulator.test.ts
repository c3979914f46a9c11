import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { createTrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { listenLocally, stopListening } from '#test/gateway/model/listen.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { freePort } from '#test/support/free-port.ts';
import { within } from '#test/support/until.ts';
import { newMac, startTrmnl, type TrmnlStand, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

/** A server of TRMNL's protocol that sends one picture of so many bytes. */
async function serverOf(t: ExecutionContext<TrmnlStand>, picture: Buffer, contentType = 'image/png') {
  let address = '';
  const server = createServer((request, response) => {
    if (request.url === '/picture')
      return response
        .writeHead(200, { 'Content-Type': contentType, 'Content-Length': picture.length })
        .end(picture);
    const body = {
      status: 0,
      image_url: `${address}/picture`,
      filename: 'plugin-000000-1700000000',
      refresh_rate: 900,
    };
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  address = `http://127.0.0.1:${await listenLocally(server)}`;
  t.teardown(() => stopListening(server, () => server.closeAllConnections()));
  return address;
}

test('a panel whose server is away tries again after 15, 30 and 60 seconds, and draws an error at the fourth failure', async (t) => {
  const away = `http://127.0.0.1:${await freePort()}`;
  const panel = createTrmnlPanel({ server: away, id: newMac(), apiKey: 'key' });
  const seconds: number[] = [];
  const kinds: string[] = [];
  for (let wakes = 0; wakes < 5; wakes++) {
    seconds.push(await panel.wake());
    kinds.push(panel.screen.kind);
  }
  t.deepEqual(seconds, [15, 30, 60, 900, 900]);
  t.deepEqual(kinds, ['empty', 'empty', 'empty', 'error', 'error']);
  t.is(panel.errorsPainted, 2);
});

test('a panel takes pictures up to the size that its firmware has room for', async (t) => {
  for (const [version, most] of [
    ['1.5.12', 48_062],
    ['1.6.0', 48_062],
    ['1.6.1', 90_000],
    ['1.8.15', 90_000],
  ] as const) {
    for (const [bytes, isTaken] of [
      [most, true],
      [most + 1, false],
    ] as const) {
      const png = Buffer.alloc(bytes);
      png.write('\x89PNG', 0, 'latin1');
      png[24] = 1;
      const server = await serverOf(t, png);
      const panel = createTrmnlPanel({ server, id: newMac(), apiKey: 'key', version });
      for (let wakes = 0; wakes < 4; wakes++) await panel.wake();
      t.is(panel.screen.kind, isTaken ? 'picture' : 'error', `${version} ${bytes}`);
      if (!isTaken) t.like(panel.screen, { text: 'file size too big' });
    }
  }
});

test('a panel draws two bits per pixel since firmware 1.6.0, and only PNG and BMP', async (t) => {
  const png = Buffer.alloc(1_000);
  png.write('\x89PNG', 0, 'latin1');
  png[24] = 2;
  for (const [version, contentType, kind] of [
    ['1.5.12', 'image/png', 'error'],
    ['1.6.0', 'image/png', 'picture'],
    ['1.8.15', 'image/png; charset=binary', 'error'],
  ] as const) {
    const server = await serverOf(t, png, contentType);
    const panel = createTrmnlPanel({ server, id: newMac(), apiKey: 'key', version });
    for (let wakes = 0; wakes < 4; wakes++) await panel.wake();
    t.is(panel.screen.kind, kind, `${version} ${contentType}`);
  }
});

test('`make panel ARGS="--protocol trmnl"` shows its code, is claimed, and shows what is pushed', async (t) => {
  const { app, person, push, state } = t.context;
  const main = join(import.meta.dirname, '../../../../gateway/simulator/main.ts');
  const out = join(app.config.DATA_DIR, 'panels');
  const options = ['--protocol', 'trmnl', '--firmware', '1.7.8', '--sleep', '1', '--no-draw'];
  const child = spawn(process.execPath, [main, ...options, '--server', app.url, '--out', out], {
    env: { ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  const lines = child.stdout.setEncoding('utf8');
  const saying = (pattern: RegExp) => within(() => `${pattern}; it said: ${output}`, read(pattern));
  const read = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for await (const text of lines.iterator({ destroyOnReturn: false })) {
      output += text;
      const found = pattern.exec(output);
      if (found) {
        output = output.slice(found.index + found[0].length);
        return found;
      }
    }
    throw new Error(`It ended without saying ${pattern}: ${output}`);
  };
  const sayingCode = async () => {
    const [, spaced = '', url, toType] = await saying(
      /║ {4}(\w(?: {3}\w){5}) {4}║\n(?:.*\n)*?(http\S+)\n.*CODE=(\w{6})\n/,
    );
    const code = spaced.replaceAll(' ', '');
    t.is(url, `${app.config.PUBLIC_URL}/claim?code=${code}`);
    t.is(toType, code);
    return code;
  };
  const first = await sayingCode();
  await app.app.db('display.claim_codes').update({ expires_at: new Date(0) });
  const code = await sayingCode();
  t.not(code, first, 'a code that has ended is replaced on the glass, and said anew');
  const displayId = await person.claim(code);
  await saying(/sleeps for 1 s, the server set \d+ s\n/);
  const presentation = await push(displayId, 81);
  const [, file = ''] = await saying(/shows placard-frame\S+ \(\d+ bytes\): (\S+\.png)\n/);
  t.true(file.startsWith(out));
  while ((await state(presentation)) !== 'confirmed') await saying(/sleeps for 1 s/);
  child.kill('SIGTERM');
  t.deepEqual(await within('it to end', once(child, 'exit')), [0, null]);
});
