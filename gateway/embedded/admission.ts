import type { Socket } from 'node:net';
import { createAddressLimit } from '#shared/address-limit.ts';
import { monotonicMs } from '#shared/clock.ts';
import type { Counters } from '../counters.ts';

/** Sockets without a CONNECT at the same time: more than the backlog holds when all panels reconnect at once. */
const MAX_SILENT_SOCKETS = 5_000;

export interface AdmissionLimits {
  /** Sockets of all listeners together at most. */
  maxConnections: number;
  maxPerAddress: number;
  /** Milliseconds from accepting a socket to its CONNECT packet, PROXY header and TLS handshake included. */
  connectTimeout: number;
}

/** Limits sockets from the moment they are accepted: in all, per address, and in the time until their CONNECT. */
export interface Admission {
  /** Returns whether the socket is within the limits. If not, it was closed. */
  admit(socket: Socket): boolean;
  /** Counts the socket for this address instead of an earlier one. Closes it and returns false when the address has too many. */
  assignAddress(socket: Socket, address: string): boolean;
  /** The socket has sent its CONNECT: the time limit no longer applies, and it is no longer closed in favour of others. */
  connected(socket: Socket): void;
  refuse(socket: Socket, reason: string): void;
  /** Closes every socket. */
  close(): void;
}

export function createAdmission(limits: AdmissionLimits, counters: Counters): Admission {
  const addresses = createAddressLimit(limits.maxPerAddress);
  /** Every socket, with the address for which it is counted. */
  const sockets = new Map<Socket, string | null>();
  /** When each socket without a CONNECT was accepted, oldest first. */
  const silent = new Map<Socket, number>();
  // One timer for all silent sockets, because there may be thousands.
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
        // A panel sends its CONNECT at once, so the socket that has been silent longest is least likely to be a panel.
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
      const counted = sockets.get(socket);
      if (counted === undefined) return false; // it has closed
      if (counted) addresses.release(counted);
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
