import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LoadClient } from './client.ts';
import { now } from './now.ts';
import { type Pace, paced } from './paced.ts';
import { addressOf, passwordOf, thingOf } from './panels.ts';
import { CONNECT, connectPacket, oversizedPacketHead, PUBLISH } from './wire.ts';

const OVERSIZED_BYTES = 256 * 2 ** 20;
const CHUNK = Buffer.alloc(2 ** 20);
/** Connections that are opened at the same time. */
const WINDOW = 64;
/** After this time without a drained buffer the other side has stopped reading. */
const BLOCKED_MS = 2_000;

/** Attacks of a hostile client on a broker. */
export const hostileTasks = {
  /**
   * Opens sockets and sends half a CONNECT on every second one. Returns how many were opened, how many are open after
   * `seconds`, and the longest life of the others in seconds; null without any.
   */
  async halfOpen({ port, count, seconds }: { port: number; count: number; seconds: number }) {
    const clients = new Set<LoadClient>();
    const numbers = Array.from({ length: count }, (_, n) => n).values();
    let opened = 0;
    let longest: number | null = null;
    const open = async (n: number) => {
      const client = new LoadClient({ port, from: addressOf(n) });
      await once(client.socket, 'connect');
      const begin = now();
      opened += 1;
      clients.add(client);
      client.onClose = () => {
        clients.delete(client);
        longest = Math.max(longest ?? 0, (now() - begin) / 1000);
      };
      if (n % 2) client.socket.write(connectPacket(thingOf(n), passwordOf(n)).subarray(0, 9));
    };
    const worker = async () => {
      for (const n of numbers) await open(n).catch(() => {});
    };
    await Promise.all(Array.from({ length: WINDOW }, worker));
    const deadline = now() + seconds * 1000;
    while (clients.size > 0 && now() < deadline) await pause(20);
    const left = clients.size;
    for (const { socket } of clients) socket.destroy();
    return { opened, left, longest };
  },

  /**
   * Declares a packet of 256 MB and sends as much of it as the broker reads: before CONNECT, or after it as a panel.
   */
  async sendOversizedPacket({ port, connected }: { port: number; connected: boolean }) {
    const client = new LoadClient({ port });
    if (connected) await client.connect(thingOf(0), passwordOf(0));
    client.socket.write(oversizedPacketHead(connected ? PUBLISH : CONNECT));
    await writeUntilBlocked(client.socket, CHUNK, OVERSIZED_BYTES);
    client.socket.destroy();
  },

  /** Connects with wrong passwords at a steady rate, all from one address; returns how many were refused. */
  async connectWithWrongPasswords({ port, perSecond, seconds }: Pace & { port: number }) {
    let refused = 0;
    let next = 0;
    const attempts: Promise<void>[] = [];
    await paced({ perSecond, seconds }, () => {
      const client = new LoadClient({ port });
      const response = client.connect(thingOf(next++ % 1000), 'a guess').catch(() => Number.NaN);
      attempts.push(
        response.then((code) => {
          if (code !== 0) refused += 1;
          client.socket.destroy();
        }),
      );
    });
    await Promise.all(attempts);
    return { refused };
  },
};

/** Writes this number of bytes. Ends early when the other side closes the connection or stops reading. */
export async function writeUntilBlocked(socket: Socket, chunk: Buffer, bytes: number): Promise<void> {
  const ended = new Promise((resolve) => socket.once('close', resolve));
  let sent = 0;
  while (sent < bytes && !socket.destroyed) {
    sent += chunk.length;
    if (socket.write(chunk)) continue;
    const drained = new Promise((resolve) => socket.once('drain', () => resolve('drained')));
    const outcome = await Promise.race([drained, ended, pause(BLOCKED_MS)]);
    if (outcome !== 'drained') return;
  }
}
