import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  /** Where it serves, with its path and without a slash at the end. */
  url: string;
  /** Cuts every connection and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy in front of `target`, below `path` (such as `/placard`), that can be away for a while. */
export async function startProxy(target: () => string, path = ''): Promise<Proxy> {
  const answer: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const onward = request(new URL(url.slice(path.length), target()), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  let server = await listen(answer, 0);
  const { port } = server.address() as AddressInfo;
  const end = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}${path}`,
    goAway: end,
    async comeBack() {
      server = await listen(answer, port);
    },
    close: end,
  };
}

async function listen(answer: Parameters<typeof createServer>[1], port: number): Promise<Server> {
  const server = createServer(answer as never);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
