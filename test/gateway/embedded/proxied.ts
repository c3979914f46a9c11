import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { type IClientOptions, MqttClient } from 'mqtt';

/** A client whose connection begins with some bytes, and goes on in TLS when `ca` is given. Rejects when it is not let in. */
export async function clientBehind(
  header: Buffer | string,
  { port, localAddress }: { port: number; localAddress?: string },
  options: IClientOptions,
): Promise<MqttClient> {
  const client = new MqttClient(
    () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress } as NetConnectOpts);
      if (header.length > 0) socket.write(header);
      return options.ca ? tlsConnect({ socket, ca: options.ca as string, servername: 'localhost' }) : socket;
    },
    { reconnectPeriod: 0, connectTimeout: 60_000, clean: true, protocolVersion: 4, ...options },
  );
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {});
  return client;
}

/** A connection that sends these bytes, one write each. */
export async function rawSocket(port: number, ...writes: (Buffer | string)[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.setNoDelay(true);
  for (const bytes of writes) await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

/** Resolves when the server has closed the connection. */
export function socketClosed(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    socket.once('close', () => resolve());
  });
}
