import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { createLog } from '#shared/log.ts';
import { logText } from '#shared/log-text.ts';

const log = new URL('../../shared/log.ts', import.meta.url);

/** Lines that a process of its own logs, since logs go to standard output. */
async function logged(code: string): Promise<Record<string, unknown>[]> {
  const program = `import { createLog, withLogContext } from ${JSON.stringify(log.href)};
    const log = createLog('api', 'info'); ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('secrets are removed, however they are nested', async (t) => {
  const lines = await logged(`
    log.info({ password: 'hunter2', user: { refreshToken: 'hunter2', name: 'kept' } }, 'one');
    log.info({ request: { headers: { authorization: 'hunter2', cookie: 'hunter2' } } }, 'two');
    log.info({ a: { b: { claimCode: 'hunter2' } }, token: 'hunter2', secret: 'hunter2' }, 'three');
  `);
  t.is(lines.length, 3);
  t.false(JSON.stringify(lines).includes('hunter2'));
  t.like(lines[0], { user: { name: 'kept' } });
});

test('of an error only fields that are known to be safe are logged beside its message', async (t) => {
  const [line] = await logged(`
    const cause = Object.assign(new Error('The signature is wrong.'), { StringToSign: 'hunter2', $metadata: { url: 'hunter2' } });
    log.warn({ err: Object.assign(new Error('It failed.', { cause }), { code: 'E_SOME', body: { client_secret: 'hunter2' }, cause }) }, 'x');
  `);
  t.false(JSON.stringify(line).includes('hunter2'));
  t.like(line, { err: { type: 'Error', message: 'It failed.: The signature is wrong.', code: 'E_SOME' } });
});

test('no log line can control a terminal, and its values stay unchanged', async (t) => {
  const name = 'a\u001b[2J\u009b2J\u007f\u202e\u2028\u{e0041}\u200d b';
  const code = `log.info(${JSON.stringify({ name })}, 'x');`;
  const program = `import { createLog } from ${JSON.stringify(log.href)}; const log = createLog('api', 'info'); ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  t.notRegex(stdout.trim(), /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  t.is(JSON.parse(stdout).name, name);
});

test('a log line has the process, the time and the request', async (t) => {
  const [inside, outside, quiet] = await logged(`
    await withLogContext({ requestId: 'req_1' }, async () => {
      await new Promise(setImmediate);
      withLogContext({ jobId: 'j1' }, () => log.info('inside'));
    });
    log.info('outside');
    log.debug('not shown');
  `);
  t.like(inside, { process: 'api', requestId: 'req_1', jobId: 'j1', msg: 'inside' });
  t.regex(String(inside?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.false('requestId' in (outside as object));
  t.is(quiet, undefined);
});

test('a readable line has time, level, process, message and fields, and cannot control the terminal', (t) => {
  const lines: string[] = [];
  const log = createLog('worker', 'info', { write: (line) => void lines.push(logText(line)) });
  log.warn({ panel: 'placard-1', reason: 'no answer\u001b[2J', err: new Error('broken') }, 'panel lost');
  const [head, error] = (lines[0] ?? '').split('\n');
  t.regex(
    head ?? '',
    /^\d\d:\d\d:\d\d WARN {2}worker {2}panel lost {2}panel=placard-1 {2}reason="no answer\\u001b\[2J"$/,
  );
  t.is(error, '    Error: broken');
});
