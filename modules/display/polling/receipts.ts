import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { unacknowledgedBytes } from './unacknowledged-bytes.ts';

/** The end of our own half of the connection, which has been closed by then, counts as a byte. */
const MOST_UNACKNOWLEDGED = 1;
/** A panel that asks again has ended its download before: the end may be a moment behind the new connection. */
const BEHIND_MS = 200;

interface Receipt {
  /** Resolves once it is decided, and what follows from it is stored. */
  decided: Promise<void>;
  decide(isReceived: boolean): void;
}

/** Finds out whether answers arrived. */
export interface Receipts {
  /**
   * Calls back once the other side is known to have all of an answer that was handed to the operating system: it has
   * ended the connection in order and acknowledged every byte (where the system can say), or it goes on to its next
   * request. A broken connection, and one that we end, prove nothing.
   */
  watch(panelId: string, socket: Socket, onReceived: () => Promise<void>): void;
  /** To be called with each request of a panel: a client that asks for more has read the answer before. */
  asksAgain(socket: Socket): void;
  /** Waits a moment for what is not decided yet about a panel's last download. False when there is no such thing. */
  settled(panelId: string): Promise<boolean>;
}

export function createReceipts(): Receipts {
  const bySocket = new WeakMap<Socket, Receipt>();
  const byPanel = new Map<string, Receipt>();

  return {
    watch(panelId, socket, onReceived) {
      bySocket.get(socket)?.decide(true);
      if (socket.destroyed || socket.readableEnded) return;
      const end = Promise.withResolvers<boolean>();
      const onEnd = () => end.resolve((unacknowledgedBytes(socket) ?? 0) <= MOST_UNACKNOWLEDGED);
      const onClose = () => end.resolve(false);
      socket.once('end', onEnd).once('close', onClose);
      const decided = end.promise.then(async (isReceived) => {
        socket.off('end', onEnd).off('close', onClose);
        bySocket.delete(socket);
        if (isReceived) await onReceived();
        if (byPanel.get(panelId) === receipt) byPanel.delete(panelId);
      });
      const receipt = { decided, decide: end.resolve };
      bySocket.set(socket, receipt);
      byPanel.set(panelId, receipt);
    },
    asksAgain: (socket) => bySocket.get(socket)?.decide(true),
    async settled(panelId) {
      const receipt = byPanel.get(panelId);
      if (!receipt) return false;
      await Promise.race([receipt.decided, pause(BEHIND_MS)]);
      return true;
    },
  };
}
