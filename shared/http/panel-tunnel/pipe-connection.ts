import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Bytes that may wait for a slow panel before reading from the gateway pauses. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** Time for the gateway to read the last bytes of a panel that has disconnected. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Close codes of RFC 6455, section 7.4.1, and of its registry. */
const NORMAL = 1000;
const UNSUPPORTED_DATA = 1003;
const SERVICE_RESTART = 1012;

/** Forwards bytes in both directions until one side ends, with back-pressure on both sides. */
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

  panel.on('error', () => {}); // a protocol error: ws closes the connection with the matching code
  panel.once('close', () => {
    gateway.resume().end();
    gateway.setTimeout(CLOSE_TIMEOUT_MS, () => gateway.destroy());
  });
  gateway.once('close', (broken) => {
    panel.resume();
    panel.close(broken ? SERVICE_RESTART : NORMAL);
  });
}
