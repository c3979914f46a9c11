import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { writeProxyHeader } from '#shared/proxy-protocol/write-header.ts';

/** A TCP load balancer that passes connections on with a PROXY header. */
export interface Balancer {
  port: number;
  /** Where new connections go, by turns; one that cannot be reached is passed over. */
  targets: number[];
  close(): void;
}

export async function startBalancer(targets: number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => void pass(client));
  let turn = 0;
  const balancer: Balancer = {
    port: 0,
    targets,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  async function pass(client: Socket): Promise<void> {
    keep(client);
    const target = await reach();
    if (!target) return void client.destroy();
    target.write(writeProxyHeader(client.remoteAddress ?? '', () => ''));
    client.pipe(target).pipe(client);
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
  }

  async function reach(): Promise<Socket | null> {
    for (let n = 0; n < balancer.targets.length; n++) {
      turn += 1;
      const socket = keep(connect(balancer.targets[turn % balancer.targets.length] ?? 0, '127.0.0.1'));
      const reached = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (reached) return socket;
    }
    return null;
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  balancer.port = (server.address() as AddressInfo).port;
  return balancer;
}
