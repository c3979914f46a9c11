import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { within } from './until.ts';

export interface Proxy {
  /** The address with its path and without a slash at the end. */
  url: string;
  /** Closes every connection and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

type RequestHandler = NonNullable<Parameters<typeof createServer>[1]>;

/**
 * A proxy in front of `target`, below `path` (such as `/placard`), that can be stopped for a while. Uses TLS if it
 * has a certificate.
 */
export async function startProxy(
  target: () => string,
  path = '',
  identity?: { key: string; cert: string },
): Promise<Proxy> {
  const forward: RequestHandler = (incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(url.slice(path.length), target()), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      // Closes the connection to the browser when the connection to the box closes, like common proxies.
      pipeline(response, outgoing, () => {});
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
  /** The server does not know sockets before their TLS handshake, and would wait for them. */
  const sockets = new Set<Socket>();
  let server = await listen(forward, sockets, 0, identity);
  const { port } = server.address() as AddressInfo;
  const end = async () => {
    const { promise: closed, resolve } = Promise.withResolvers<unknown>();
    if (!server.listening) return;
    server.close(resolve);
    for (const socket of sockets) socket.destroy();
    await within('a proxy to close', closed);
  };
  return {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}${path}`,
    goAway: end,
    async comeBack() {
      server = await listen(forward, sockets, port, identity);
    },
    close: end,
  };
}

async function listen(
  handler: RequestHandler,
  sockets: Set<Socket>,
  port: number,
  identity?: { key: string; cert: string },
): Promise<Server> {
  const server = identity ? createTlsServer(identity, handler) : createServer(handler);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
