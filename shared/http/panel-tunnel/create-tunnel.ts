import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createAddressLimit } from '../../address-limit.ts';
import type { Config } from '../../config.ts';
import { type AppError, rateLimited } from '../../errors.ts';
import { writeProxyHeader } from '../../proxy-protocol/write-header.ts';
import type { Services } from '../../services.ts';
import { clientAddress } from '../client-address.ts';
import { writeRawError } from '../raw-response.ts';
import type { Upgrades } from '../server.ts';
import {
  checkSubprotocol,
  chooseSubprotocol,
  gatewayUnavailable,
  handshakeFault,
  RETRY_SECONDS,
  wantsTunnel,
} from './handshake.ts';
import { pipeConnection } from './pipe-connection.ts';

export interface TunnelDeps extends Pick<Services, 'keys' | 'log' | 'metrics'> {
  config: Pick<
    Config,
    'MQTT_GATEWAY_URL' | 'MQTT_MAX_CONNECTIONS' | 'MQTT_MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'
  >;
  /** Milliseconds between pings. A panel that sent nothing since the previous ping is disconnected. */
  pingMs?: number;
}

/** Limits of ws for one connection. */
const WEBSOCKET_LIMITS = {
  maxPayload: 16 * 1024, // a message may hold several MQTT packets; the longest in use has 8,448 bytes
  maxFragments: 64,
  maxBufferedChunks: 16 * 1024,
  closeTimeout: 2_000,
};
/**
 * WebSocket messages of one panel between two pings. Even empty messages cost time. Some clients split an MQTT packet
 * into five messages, and a panel may send 20 packets a second.
 */
const MAX_MESSAGES_PER_PING = 10_000;
/** Less than the 60 s after which many proxies close a silent connection. */
const PING_MS = 30_000;
const GATEWAY_TIMEOUT_MS = 5_000;
/** Close code of RFC 6455, section 7.4.1. */
const GOING_AWAY = 1001;

/**
 * MQTT over WebSocket at /mqtt. Each connection is forwarded to a gateway with a PROXY header that names the panel's
 * address. The gateway handles MQTT; this code does not parse it.
 */
export function createPanelTunnel({ config, keys, log, metrics, pingMs = PING_MS }: TunnelDeps): Upgrades {
  const { hostname, port } = new URL(config.MQTT_GATEWAY_URL);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 1883), noDelay: true };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false, // compressed data may grow a thousandfold
    ...WEBSOCKET_LIMITS,
    handleProtocols: chooseSubprotocol,
  });
  server.on('wsClientError', (error, socket) => refuse(socket, handshakeFault(error)));
  const addresses = createAddressLimit(config.MQTT_MAX_CONNECTIONS_PER_ADDRESS);
  /** Open connections, with their activity since the last ping. */
  const open = new Map<WebSocket, { active: boolean; messages: number }>();
  /** Number of connections, including those that are being opened. */
  let held = 0;
  let closing = false;
  const connected = metrics.gauge('http_websockets', 'Panels connected over WebSocket to this process.');
  const refused = metrics.counter('http_websockets_refused_total', 'WebSockets refused, by HTTP status.', [
    'status',
  ]);

  // Pings also keep proxies from closing an idle connection.
  const pings = setInterval(() => {
    for (const [panel, since] of open) {
      if (!since.active) panel.terminate();
      else panel.ping();
      Object.assign(since, { active: false, messages: 0 });
    }
  }, pingMs);

  return {
    wants: wantsTunnel,
    take(request, socket, head) {
      socket.on('error', () => {}); // every error is followed by 'close'
      try {
        const address = admit(request, socket);
        connectGateway(address, socket, (gateway) => {
          socket.once('close', () => gateway.end()); // also when the handshake fails
          server.handleUpgrade(request, socket, head, (panel) => {
            watch(panel);
            pipeConnection(panel, gateway);
          });
        });
      } catch (error) {
        refuse(socket, error as AppError);
      }
    },
    close(graceMs) {
      closing = true;
      clearInterval(pings);
      for (const panel of open.keys()) panel.close(GOING_AWAY);
      const endRest = () => {
        for (const panel of open.keys()) panel.terminate();
      };
      setTimeout(endRest, graceMs).unref();
    },
  };

  /** Counts the connection until it closes, and returns the panel's address. @throws {AppError} */
  function admit(request: IncomingMessage, socket: Duplex): string {
    checkSubprotocol(request);
    if (closing || held >= config.MQTT_MAX_CONNECTIONS) throw gatewayUnavailable();
    const address = clientAddress(request, config.TRUST_PROXY);
    if (!addresses.take(address)) throw rateLimited(RETRY_SECONDS);
    held += 1;
    socket.once('close', () => {
      held -= 1;
      addresses.release(address);
    });
    return address;
  }

  /** Connects to a gateway on behalf of the panel. */
  function connectGateway(address: string, socket: Duplex, reached: (gateway: Socket) => void): void {
    const gateway = connect(target);
    gateway.setTimeout(GATEWAY_TIMEOUT_MS, () => gateway.destroy(new Error('no response')));
    const failed = (error: Error) => {
      log.debug({ reason: error.message }, 'gateway unreachable for a WebSocket');
      refuse(socket, gatewayUnavailable());
    };
    gateway.once('error', failed);
    gateway.once('connect', () => {
      gateway.setTimeout(0);
      gateway.off('error', failed).on('error', () => {}); // every error is followed by 'close'
      if (socket.destroyed) {
        gateway.destroy();
        return;
      }
      gateway.write(writeProxyHeader(address, (text) => keys.sign('tunnel', text)));
      reached(gateway);
    });
  }

  function watch(panel: WebSocket): void {
    const activity = { active: true, messages: 0 };
    open.set(panel, activity);
    connected.inc();
    panel.on('pong', () => {
      activity.active = true;
    });
    panel.on('message', () => {
      activity.active = true;
      activity.messages += 1;
      if (activity.messages > MAX_MESSAGES_PER_PING) panel.terminate();
    });
    panel.once('close', () => {
      open.delete(panel);
      connected.dec();
    });
    if (closing) panel.close(GOING_AWAY);
  }

  function refuse(socket: Duplex, error: AppError): void {
    refused.inc({ status: String(error.status) });
    socket.once('finish', () => socket.destroy());
    writeRawError(socket, error);
  }
}
