import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import test from 'ava';
import { isOwnNetwork } from '#shared/links/own-networks.ts';
// Behind index.ts: limits of time and size of the client for links, far below those of the product.
import {
  createLinkClient,
  type LinkClientOptions,
  LinkError,
  type LinkFailure,
} from '../../../../modules/library/links/fetch-link.ts';

const HTML = ['text/html'];
const MIB = 1024 * 1024;
const zeros = Buffer.alloc(60 * MIB);
const gzipBomb = gzipSync(zeros);
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
const requests: IncomingMessage[] = [];

const page =
  (headers: Record<string, string>, body: Uint8Array | string) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };
const redirect =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { location, 'set-cookie': 'id=1; Path=/' }).end('moved');
  };
const routes: Record<string, RequestListener> = {
  '/': page({}, '<p>Hello</p>'),
  '/gzip': page({ 'content-encoding': 'gzip' }, gzipSync('<p>Hello</p>')),
  '/br': page({ 'content-encoding': 'br' }, brotliCompressSync('<p>Hello</p>')),
  '/typeless': (_, response) => response.writeHead(200).end('<p>'),
  '/3': redirect('/2', 301),
  '/2': redirect('1', 307),
  '/1': redirect('/#part', 303),
  '/4': redirect('/3', 308),
  '/loop': redirect('/loop'),
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/to-loopback': redirect('http://[::1]/'),
  '/to-inner-name': redirect('http://inner.test/'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-login': redirect('http://user:pass@open.test/'),
  '/to-port': redirect('http://public.test:6379/'),
  '/nowhere': (_, response) => response.writeHead(302).end(),
  '/404': (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
  '/video': page({ 'content-type': 'video/mp4' }, 'x'),
  '/gzip-bomb': page({ 'content-encoding': 'gzip' }, gzipBomb),
  '/br-bomb': page({ 'content-encoding': 'br' }, brotliBomb),
  '/double-bomb': page({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipBomb)),
  '/many': page({ 'content-encoding': 'gzip, gzip, gzip, gzip' }, 'x'),
  '/not-gzip': page({ 'content-encoding': 'gzip' }, 'plain'),
  '/half-gzip': page({ 'content-encoding': 'gzip' }, gzipSync('<p>'.repeat(1000)).subarray(0, 30)),
  '/unknown-packing': page({ 'content-encoding': 'magic' }, 'x'),
  '/large': page({}, Buffer.alloc(6 * MIB, 0x61)),
  '/just': page({}, Buffer.alloc(5 * MIB, 0x61)),
  '/silent': () => {},
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const dripping = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(dripping));
  },
  '/drip-header': (request) => {
    const { socket } = request;
    socket.write('HTTP/1.1 200 OK\r\n');
    const dripping = setInterval(() => socket.write('x-a: b\r\n'), 20);
    socket.on('close', () => clearInterval(dripping)).on('error', () => {});
  },
};

const server = createServer((request, response) => {
  requests.push(request);
  (routes[request.url ?? ''] ?? ((_, other) => other.writeHead(404).end()))(request, response);
});
let port: number;
const listening: Server[] = [server];
test.before(async () => {
  port = await listen(server);
});
test.after.always(() => {
  server.closeAllConnections();
  for (const each of listening) each.close();
});

async function listen(each: Server): Promise<number> {
  await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  return (each.address() as AddressInfo).port;
}

/** `open.test` is allowed, as LINK_FETCH_ALLOW does; every name leads to this machine. */
const client = (options: Partial<LinkClientOptions> = {}) =>
  createLinkClient({
    allow: ['open.test'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    connectMs: 1_000,
    totalMs: 10_000,
    ...options,
  });
const at = (path: string) => `http://open.test:${port}${path}`;

test('a fetched page has its type, its encoding and its final address', async (t) => {
  const found = await client().fetch(at('/'), HTML);
  t.deepEqual(
    { ...found, bytes: Buffer.from(found.bytes).toString() },
    {
      url: at('/'),
      contentType: 'text/html',
      charset: 'utf-8',
      bytes: '<p>Hello</p>',
    },
  );
  t.is(Buffer.from((await client().fetch(at('/gzip'), HTML)).bytes).toString(), '<p>Hello</p>');
  t.is(Buffer.from((await client().fetch(at('/br'), HTML)).bytes).toString(), '<p>Hello</p>');
  t.is((await client().fetch(at('/typeless'), HTML)).contentType, 'text/html');
  t.is((await client().fetch(at('/just'), HTML)).bytes.length, 5 * MIB);
});

test('three redirects are followed, the fourth is not, and cookies are not kept', async (t) => {
  const first = requests.length;
  t.is((await client().fetch(at('/3'), HTML)).url, at('/'));
  t.is(await failure(at('/4')), 'too_many_redirects');
  t.is(await failure(at('/loop')), 'too_many_redirects');
  for (const request of requests.slice(first)) {
    t.is(request.headers.cookie, undefined);
    t.is(request.headers.authorization, undefined);
    t.is(request.headers.referer, undefined);
  }
});

const OWN_NETWORKS = {
  lo: [{ address: '::1', family: 'IPv6' as const, cidr: '::1/128' }],
  eth0: [
    { address: '93.184.216.34', family: 'IPv4' as const, cidr: '93.184.216.34/24' },
    { address: '2a01:4f8:1:2::5', family: 'IPv6' as const, cidr: '2a01:4f8:1:2::5/64' },
    { address: 'fe80::5', family: 'IPv6' as const, cidr: 'fe80::5/64' },
  ],
  wlan0: [{ address: '2a01:4f8:1:7::aa', family: 'IPv6' as const, cidr: '2a01:4f8:1:7::aa/128' }],
};
const OWN_ADDRESSES = ['2a01:4f8:1:2::5', '2a01:4f8:1:2:ffff::1', '2a01:4f8:1:7:1234::1', '93.184.216.34'];

for (const address of OWN_ADDRESSES) {
  const host = address.includes(':') ? `[${address}]` : address;
  const family = address.includes(':') ? 6 : 4;
  const options: Partial<LinkClientOptions> = {
    interfaces: () => OWN_NETWORKS,
    resolve: async (name) =>
      name === 'open.test' ? [{ address: '127.0.0.1', family: 4 }] : [{ address, family }],
  };

  test(`${address}, of the machine's own networks, is refused as an address, by a name and by a redirect`, async (t) => {
    t.is(await failure(`http://${host}/`, options), 'forbidden_address');
    t.is(await failure('https://router.test/', options), 'forbidden_address');
    routes[`/to-own-${address}`] = redirect(`http://${host}/`);
    t.is(await failure(at(`/to-own-${address}`), options), 'forbidden_address');
  });
}

test('neighbours of the machine’s public IPv4 address, and other IPv6 networks, are allowed', (t) => {
  for (const address of ['93.184.216.35', '2a01:4f8:1:3::5', '2606:4700::1111'])
    t.false(isOwnNetwork(address, OWN_NETWORKS), address);
});

const refusals: [string, LinkFailure][] = [
  ['/to-metadata', 'forbidden_address'],
  ['/to-loopback', 'forbidden_address'],
  ['/to-inner-name', 'forbidden_address'],
  ['/to-port', 'forbidden_address'],
  ['/to-file', 'bad_address'],
  ['/to-login', 'bad_address'],
  ['/nowhere', 'refused'],
  ['/404', 'refused'],
  ['/video', 'unsupported_type'],
  ['/gzip-bomb', 'too_large'],
  ['/br-bomb', 'too_large'],
  ['/double-bomb', 'too_large'],
  ['/large', 'too_large'],
  ['/many', 'broken_response'],
  ['/not-gzip', 'broken_response'],
  ['/half-gzip', 'broken_response'],
  ['/unknown-packing', 'broken_response'],
];
for (const [path, expected] of refusals) {
  test(`${path}: ${expected}`, async (t) => t.is(await failure(at(path)), expected));
}

test('a decompression bomb is not unpacked beyond the limit', async (t) => {
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 4; i++) await failure(at(i % 2 ? '/br-bomb' : '/double-bomb'));
  t.true(process.memoryUsage().rss - before < 100 * MIB);
});

for (const path of ['/silent', '/drip', '/drip-header']) {
  test(`${path} is ended by the time limit`, async (t) => {
    const started = performance.now();
    t.is(await failure(at(path), { totalMs: 300 }), 'timed_out');
    t.true(performance.now() - started < 60_000);
  });
}

const lies: [string, string, LinkFailure][] = [
  [
    'a body shorter than it says',
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\nshort',
    'broken_response',
  ],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nshort',
    'broken_response',
  ],
  [
    'a body that ends within a chunk',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort',
    'broken_response',
  ],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', 'broken_response'],
  ['nothing', '', 'broken_response'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`, 'broken_response'],
];
for (const [what, response, expected] of lies) {
  test(`a server that sends ${what} is refused`, async (t) => {
    const liar = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(response));
    });
    listening.push(liar);
    t.is(await failure(`http://open.test:${await listen(liar)}/`), expected);
  });
}

test('a body that is longer than its Content-Length is read up to that', async (t) => {
  const liar = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nshortandmore'),
    );
  });
  listening.push(liar);
  const found = await client()
    .fetch(`http://open.test:${await listen(liar)}/`, HTML)
    .catch((error: LinkError) => error);
  if (found instanceof LinkError) t.is(found.failure, 'broken_response');
  else t.is(Buffer.from(found.bytes).toString(), 'short');
});

test('a name is resolved once per connection, which uses that address', async (t) => {
  let lookups = 0;
  const rebinding = client({
    // The system knows no open.test: only what was looked at here can have been connected to.
    resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '240.0.0.1', family: 4 }],
  });
  t.is((await rebinding.fetch(at('/'), HTML)).bytes.length, 12);
  t.is(lookups, 1);
});

test('the target of a redirect is checked like any other address', async (t) => {
  let lookups = 0;
  const rebinding = createLinkClient({
    allow: ['open.test'],
    resolve: async (hostname) => {
      if (hostname !== 'open.test') lookups++;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  t.is(
    await rebinding.fetch(at('/to-inner-name'), HTML).catch((error: LinkError) => error.failure),
    'forbidden_address',
  );
  t.is(lookups, 1);
});

test('an unknown name and a closed port are failures with a reason', async (t) => {
  const unknown = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  t.is(await failure('http://unknown.test/', { resolve: unknown }), 'unreachable');
  const unused = createTcpServer();
  const free = await listen(unused);
  unused.close();
  t.is(await failure(`http://open.test:${free}/`), 'unreachable');
});

async function failure(
  address: string,
  options: Partial<LinkClientOptions> = {},
): Promise<LinkFailure | 'none'> {
  try {
    await client(options).fetch(address, HTML);
    return 'none';
  } catch (error) {
    return (error as LinkError).failure;
  }
}
