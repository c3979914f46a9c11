import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Listens on this machine alone; returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a listener once `cut` has ended its connections. */
export async function stopListening(server: Server, cut: () => void): Promise<void> {
  const stopped = once(server, 'close');
  server.close();
  cut();
  await stopped;
}
