import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import Koa from 'koa';
import { type ClientOptions, WebSocket } from 'ws';
import { createPanelTunnel } from '#shared/http/panel-tunnel/create-tunnel.ts';
import { listenHttp, type RunningServer } from '#shared/http/server.ts';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createMetrics, type Metrics } from '#shared/metrics.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

export interface TunnelStand {
  url: string;
  /** Of the WebSocket. */
  wsUrl: string;
  port: number;
  metrics: Metrics;
  close: RunningServer['close'];
}

export interface TunnelOptions {
  pingMs?: number;
  trustProxy?: number;
  perAddress?: number;
  most?: number;
}

/** The HTTP port with nothing but the tunnel to a gateway at `gatewayPort`. */
export async function startTunnel(gatewayPort: number, options: TunnelOptions = {}): Promise<TunnelStand> {
  const metrics = createMetrics();
  const tunnel = createPanelTunnel({
    config: {
      MQTT_GATEWAY_URL: `mqtt://127.0.0.1:${gatewayPort}`,
      MQTT_MAX_CONNECTIONS: options.most ?? 1000,
      MQTT_MAX_CONNECTIONS_PER_ADDRESS: options.perAddress ?? 1000,
      TRUST_PROXY: options.trustProxy ?? 0,
    },
    keys: createKeys(TEST_SECRET),
    log: createLog('test', 'silent'),
    metrics,
    ...(options.pingMs && { pingMs: options.pingMs }),
  });
  const app = new Koa().use((ctx) => {
    ctx.status = 404;
    ctx.body = 'no upgrade';
  });
  const server = await listenHttp(app, '127.0.0.1', 0, tunnel);
  const { port } = server;
  const url = `http://127.0.0.1:${port}`;
  return { url, wsUrl: `ws://127.0.0.1:${port}/mqtt`, port, metrics, close: server.close };
}

export interface PlainGateway {
  port: number;
  /** The next connection, with the PROXY header taken off. */
  accepted(): Promise<Socket>;
  server: Server;
}

/** In a gateway's place, a server that leaves everything after the PROXY header to the test. */
export async function startPlainGateway(): Promise<PlainGateway> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async accepted() {
      const [socket] = (await once(server, 'connection')) as [Socket];
      socket.on('error', () => {});
      await once(socket, 'readable');
      const header: Buffer = socket.read();
      const length = 16 + header.readUInt16BE(14);
      if (header.length > length) socket.unshift(header.subarray(length));
      return socket;
    },
  };
}

/** A WebSocket that is open. Rejects, with the HTTP status in its message, when it is refused. */
export async function openWebSocket(url: string, options: ClientOptions = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, ['mqtt'], { perMessageDeflate: false, ...options });
  await once(socket, 'open');
  return socket.on('error', () => {});
}

/** The code that a WebSocket is closed with. */
export async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}
