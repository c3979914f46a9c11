import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { unacknowledgedBytes } from './unacknowledged-bytes.ts';

/** The FIN of this side of the connection, which is closed by then, counts as a byte. */
const MAX_UNACKNOWLEDGED_BYTES = 1;
/**
 * A panel polls again after its download has ended, but the end of that connection may arrive slightly later than the
 * new one.
 */
const MAX_RECEIPT_DELAY_MS = 200;

interface Receipt {
  /** Resolves once it is decided and the consequences are stored. */
  decided: Promise<void>;
  decide(isReceived: boolean): void;
}

/** Detects whether responses arrived completely. */
export interface Receipts {
  /**
   * Calls `onReceived` once the client certainly has the whole response that was passed to the operating system: it has
   * ended the connection in order and acknowledged every byte (if the system reports that), or it sends its next
   * request. A broken connection, or one that this side ends, proves nothing.
   */
  watch(panelId: string, socket: Socket, onReceived: () => Promise<void>): void;
  /** Call it for each request of a panel: a client that sends another request has read the previous response. */
  noteRequest(socket: Socket): void;
  /** Waits for a short time until the outcome of a panel's last download is decided. False if none was pending. */
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
      const onEnd = () => end.resolve((unacknowledgedBytes(socket) ?? 0) <= MAX_UNACKNOWLEDGED_BYTES);
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
    noteRequest: (socket) => bySocket.get(socket)?.decide(true),
    async settled(panelId) {
      const receipt = byPanel.get(panelId);
      if (!receipt) return false;
      await Promise.race([receipt.decided, pause(MAX_RECEIPT_DELAY_MS)]);
      return true;
    },
  };
}
