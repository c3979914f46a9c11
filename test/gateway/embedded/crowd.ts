import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** Many sockets of one attacker. */
export interface Crowd {
  sockets: Socket[];
  /** Resolves when the server has closed every one of them; returns how many ms that took, from the last one's opening. */
  gone: Promise<number>;
  /** Closes what is left. */
  end(): void;
}

export interface CrowdOptions {
  /** What each one sends when it is connected. */
  bytes?: (index: number) => Buffer | string;
  /** Called when each is connected. */
  connected?: (socket: Socket, index: number) => void;
  /** Addresses of this machine that they come from, by turns. */
  addresses?: number;
  /** How many are being opened at once. */
  atOnce?: number;
}

/** Only Linux has all of 127.0.0.0/8 on its loopback interface; elsewhere all come from one address. */
const MANY_ADDRESSES = process.platform === 'linux';

/** Opens `count` sockets; resolves when each has been accepted or refused. */
export async function openCrowd(count: number, port: number, options: CrowdOptions = {}): Promise<Crowd> {
  const { bytes, connected, addresses = 1, atOnce = 200 } = options;
  const sockets: Socket[] = [];
  const closed: Promise<void>[] = [];
  const open = (index: number) =>
    new Promise<void>((resolve) => {
      const localAddress = MANY_ADDRESSES ? `127.0.1.${1 + (index % addresses)}` : undefined;
      const socket = connect({ port, host: '127.0.0.1', localAddress } as NetConnectOpts);
      sockets.push(socket);
      closed.push(new Promise((done) => socket.once('close', () => done())));
      socket.on('error', () => {}).once('close', () => resolve());
      socket.resume();
      socket.once('connect', () => {
        const first = bytes?.(index);
        if (first) socket.write(first);
        connected?.(socket, index);
        resolve();
      });
    });
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => open(from + n)));
  const opened = performance.now();
  return {
    sockets,
    gone: Promise.all(closed).then(() => performance.now() - opened),
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
