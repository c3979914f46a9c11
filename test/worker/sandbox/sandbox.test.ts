import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { until } from '#test/support/until.ts';
import { confinement } from '#worker/sandbox/confinement.ts';
import { packMessage } from '#worker/sandbox/messages.ts';
import { programOf, spawnChild } from '#worker/sandbox/spawn-child.ts';

/** What code that runs in the sandbox's child can reach: what a hole in a library for a hostile format would give away. */
const LIMITS = { cpuSeconds: 5, addressSpaceKib: 2_000_000, heapMib: 64 };
/** The child can read none of the project's sources: it is handed this one. */
const DROP_PRIVILEGES = readFileSync(
  join(import.meta.dirname, '../../../worker/sandbox/drop-privileges.ts'),
  'utf8',
);
const SHED = 'dropPrivileges();';

/** Runs code in a child as the sandbox starts it; it fills \`seen\`, by what it tried. */
async function inChild(code: string): Promise<Record<string, unknown>> {
  const script = `${DROP_PRIVILEGES}{
    const seen = {};
    const attempt = async (name, work) => {
      try { seen[name] = (await work()) ?? 'done'; } catch (error) { seen[name] = error.code ?? error.message; }
    };
    ${code}
    process.stdout.write(JSON.stringify(seen), () => process.exit(0)); }`;
  const child = spawnChild(LIMITS, ['--input-type=module-typescript', '--eval', script]);
  const [out, complaint] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  if (!out) throw new Error(complaint);
  return JSON.parse(out);
}

test('code in the child reads its programs and packages, and no other file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-test-'));
  const object = join(folder, 'secret');
  await writeFile(object, 'a secret', { mode: 0o644 });
  const project = join(import.meta.dirname, '../../..');
  const files = [object, join(project, 'package.json'), join(project, 'shared/keys.ts'), '/etc/passwd'];
  files.push(
    '/proc/self/environ',
    '/proc/1/environ',
    join(project, '.env'),
    'package.json',
    '.env',
    'worker/sandbox/sandbox.ts',
  );
  const seen = await inChild(`
    const fs = await import('node:fs');
    ${SHED}
    await attempt('own', () => fs.readFileSync('${programOf('read-html')}', 'utf8').length > 0);
    await attempt('packages', () => fs.readdirSync('node_modules').length > 0);
    await attempt('root', () => fs.readdirSync('/'));
    await attempt('write', () => fs.writeFileSync('dist/sandbox/x', 'x'));
    for (const file of ${JSON.stringify(files)}) await attempt(file, () => fs.readFileSync(file, 'utf8'));
  `);
  const refused = Object.fromEntries(['root', 'write', ...files].map((name) => [name, 'ERR_ACCESS_DENIED']));
  t.deepEqual(seen, { own: true, packages: true, ...refused });
  await rm(folder, { recursive: true });
});

/** Attempts to reach `port` of this machine, or anything else. */
const reach = (port: number) => `
  const { once } = await import('node:events');
  const [net, tls, http, http2, dgram, dns] = await Promise.all(
    ['net', 'tls', 'http', 'http2', 'dgram', 'dns'].map((name) => import('node:' + name)));
  const opened = async (socket, event = 'connect') => void (await once(socket, event));
  const tries = {
    connect: () => opened(net.connect(${port}, '127.0.0.1')),
    tls: () => opened(tls.connect(${port}, '127.0.0.1')),
    http: () => opened(http.get('http://127.0.0.1:${port}'), 'response'),
    http2: () => opened(http2.connect('http://127.0.0.1:${port}')),
    fetch: () => fetch('http://127.0.0.1:${port}').catch(({ cause }) => { throw cause; }),
    udp: async () => { const socket = dgram.createSocket('udp4'); socket.send('x', ${port}, '127.0.0.1'); await once(socket, 'message'); },
    lookup: () => dns.promises.resolve4('example.org'),
    listen: () => opened(net.createServer().listen(0, '127.0.0.1'), 'listening'),
  };`;

test('code in the child has no network through any module of Node', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const seen = await inChild(`${reach(port)} ${SHED}
    for (const [name, work] of Object.entries(tries)) await attempt(name, work);`);
  t.is(Object.keys(seen).length, 8);
  for (const [name, outcome] of Object.entries(seen)) t.is(outcome, 'the sandbox has no network', name);

  if (confinement().network === 'none') {
    // As native code would meet it, for which what JavaScript is refused does not count.
    const bare = await inChild(`${reach(port)} await attempt('connect', tries.connect);`);
    t.is(bare.connect, 'ENETUNREACH');
  } else t.log('The kernel of this machine gives no namespaces: the network is closed in JavaScript alone.');
  t.is(connections, 0);
  server.close();
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('the child is not root, cannot become root again, and has a network of its own', async (t) => {
  const child = spawnChild(LIMITS, [programOf('read-html')]);
  const uids = () => /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  await until('the child to be another user', () => !uids()?.startsWith('0\t'), { everyMs: 5 });
  t.notRegex(uids() ?? '0', /\b0\b/, 'real, effective, saved and of files');
  if (confinement().network === 'none' && process.getuid?.() === 0)
    t.not(readlinkSync(`/proc/${child.pid}/ns/net`), readlinkSync('/proc/self/ns/net'));
  child.kill('SIGKILL');
  const seen = await inChild(`${SHED}
    await attempt('setuid', () => process.setuid(0));
    await attempt('uid', () => process.getuid());`);
  t.is(seen.setuid, 'EPERM');
  t.not(seen.uid, 0);
});

test('the child that reads PDFs starts without the HTTP client of Node', async (t) => {
  const report = `process.on('exit', () => process.stderr.write(process.moduleLoadList.join(' ')))`;
  const child = spawnChild({ ...LIMITS, heapMib: 384 }, [
    ...['--import', `data:text/javascript,${encodeURIComponent(report)}`],
    programOf('read-pdf'),
  ]);
  for (const part of packMessage({ options: { side: 100 } }, Buffer.from('no PDF'))) child.stdin?.write(part);
  child.stdin?.end();
  const [reply, modules] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  t.regex(reply, /"unreadable":true/);
  t.regex(modules, /NativeModule net\b/);
  t.notRegex(modules, /undici/);
});
