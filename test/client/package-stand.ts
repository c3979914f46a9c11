import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { createCertificate } from '#test/gateway/embedded/certificates.ts';

export interface Proxy {
  url: string;
  /** What trusts it, for NODE_EXTRA_CA_CERTS; null without TLS. */
  authority: string | null;
}

/** A reverse proxy that puts a box under `/at/home/`, with TLS by an authority of its own where asked for. */
export async function startProxy(
  t: ExecutionContext,
  box: string,
  { tls }: { tls: boolean },
): Promise<Proxy> {
  const authority = createCertificate('Test authority');
  const server = tls
    ? createTlsServer(createCertificate('localhost', { issuer: authority }))
    : createServer();
  server.on('request', (incoming, response) => {
    const path = /^\/at\/home(\/.*)$/.exec(incoming.url ?? '')?.[1];
    if (!path) return void response.writeHead(404).end('<h1>Not here</h1>');
    const { host, ...headers } = incoming.headers;
    const onward = request(new URL(path, box), { method: incoming.method, headers }, (forwarded) => {
      response.writeHead(forwarded.statusCode ?? 502, forwarded.headers);
      forwarded.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  if (!tls) return { url: `http://127.0.0.1:${port}/at/home`, authority: null };
  const folder = await emptyFolder(t);
  const path = join(folder, 'authority.pem');
  await writeFile(path, authority.cert);
  return { url: `https://127.0.0.1:${port}/at/home`, authority: path };
}

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-package-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Installs the package of a box into an empty folder, as its documentation says; resolves with the folder. */
export async function installPackage(
  t: ExecutionContext,
  url: string,
  authority: string | null,
): Promise<string> {
  const folder = await emptyFolder(t);
  const npm = [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(folder, 'cache'),
    `${url}/client.tgz`,
  ];
  await promisify(execFile)('env', [...trust(authority), ...npm], { cwd: folder });
  return folder;
}

/** What makes Node trust an authority, and npm where it is told of another one, as `env` takes it. */
export function trust(authority: string | null): string[] {
  return authority ? [`NODE_EXTRA_CA_CERTS=${authority}`, `npm_config_cafile=${authority}`] : [];
}

const root = join(import.meta.dirname, '../..');

const PROGRAMS = ['/usr/bin/node', join(root, 'node_modules/.cache/node-22/bin/node'), process.execPath];

/** Every version of Node that the client is promised for, with its program; undefined where it is not here. */
export const NODES = [20, 22, 24].map((version) => ({
  version,
  program: PROGRAMS.find((one) =>
    spawnSync(one, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${version}.`),
  ),
}));
