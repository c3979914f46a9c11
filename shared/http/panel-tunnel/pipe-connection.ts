import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What may wait for a panel that reads slowly, in bytes, before the gateway is read no further. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** How long the gateway may take to read the last bytes of a panel that is gone. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Close codes of RFC 6455, section 7.4.1, and of the registry that it begins. */
const NORMAL = 1000;
const UNSUPPORTED_DATA = 1003;
const SERVICE_RESTART = 1012;

/** Carries bytes both ways until one side ends. Neither side is read faster than the other takes it. */
export function pipeConnection(panel: WebSocket, gateway: Socket): void {
  panel.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) panel.close(UNSUPPORTED_DATA, 'MQTT is binary');
    else if (gateway.writable && !gateway.write(data)) panel.pause();
  });
  gateway.on('drain', () => panel.resume());

  gateway.on('data', (chunk) => {
    panel.send(chunk, sent);
    if (panel.bufferedAmount > MAX_BUFFERED_BYTES) gateway.pause();
  });
  function sent(): void {
    if (panel.bufferedAmount <= MAX_BUFFERED_BYTES) gateway.resume();
  }

  panel.on('error', () => {}); // a frame that breaks the rules; ws closes the connection with the code for it
  panel.once('close', () => {
    gateway.resume().end();
    gateway.setTimeout(CLOSE_TIMEOUT_MS, () => gateway.destroy());
  });
  gateway.once('close', (broken) => {
    panel.resume();
    panel.close(broken ? SERVICE_RESTART : NORMAL);
  });
}
