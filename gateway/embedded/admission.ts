import type { Socket } from 'node:net';
import { createAddressLimit } from '#shared/address-limit.ts';
import { monotonicMs } from '#shared/clock.ts';
import type { Counters } from '../counters.ts';

/** Sockets that have not sent a CONNECT, at once: more than the backlog brings in one go when all panels come back. */
const MAX_SILENT_SOCKETS = 5_000;

export interface AdmissionLimits {
  /** Sockets of all listeners together. */
  maxConnections: number;
  maxPerAddress: number;
  /** Milliseconds from accepting a socket to its CONNECT packet: the PROXY header and the TLS handshake included. */
  connectTimeout: number;
}

/** Which sockets there are, from their first moment: how many in all, how many of each address, and for how long they may be silent. */
export interface Admission {
  /** Whether there is room for it; if not, it has been closed. */
  admit(socket: Socket): boolean;
  /** Counts the socket for this address, instead of one that was named before. False, and it is closed, when that has too many. */
  assignAddress(socket: Socket, address: string): boolean;
  /** The socket has sent its CONNECT: its time does not run out any more, and it makes room for nobody. */
  connected(socket: Socket): void;
  refuse(socket: Socket, reason: string): void;
  /** Closes every socket. */
  close(): void;
}

export function createAdmission(limits: AdmissionLimits, counters: Counters): Admission {
  const addresses = createAddressLimit(limits.maxPerAddress);
  /** Every socket, with the address that it counts for. */
  const sockets = new Map<Socket, string | null>();
  /** When each of those that have not sent a CONNECT yet was accepted, oldest first. */
  const silent = new Map<Socket, number>();
  // One timer for all of them: a thousand silent sockets shall not cost a thousand timers.
  const sweep = setInterval(() => {
    const overdue = monotonicMs() - limits.connectTimeout;
    for (const [socket, since] of silent) {
      if (since > overdue) return;
      refuse(socket, 'silent');
    }
  }, limits.connectTimeout / 10);

  function refuse(socket: Socket, reason: string): void {
    counters.refused.inc({ reason });
    silent.delete(socket);
    socket.destroy();
  }

  function forget(socket: Socket): void {
    const address = sockets.get(socket);
    if (address) addresses.release(address);
    sockets.delete(socket);
    silent.delete(socket);
  }

  return {
    admit(socket) {
      socket.on('error', () => {}); // every error is followed by 'close'
      if (sockets.size >= limits.maxConnections || silent.size >= MAX_SILENT_SOCKETS) {
        // A panel speaks at once: what has been silent for longest is the likeliest to be none.
        const [oldest = socket] = silent.keys();
        forget(oldest);
        refuse(oldest, 'connections');
        if (oldest === socket) return false;
      }
      sockets.set(socket, null);
      silent.set(socket, monotonicMs());
      socket.once('close', () => forget(socket));
      return true;
    },
    assignAddress(socket, address) {
      const before = sockets.get(socket);
      if (before === undefined) return false; // closed meanwhile
      if (before) addresses.release(before);
      sockets.set(socket, null);
      if (!addresses.take(address)) {
        refuse(socket, 'address');
        return false;
      }
      sockets.set(socket, address);
      return true;
    },
    connected(socket) {
      silent.delete(socket);
    },
    refuse,
    close() {
      clearInterval(sweep);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
