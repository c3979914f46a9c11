import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { normalizeAddress } from '#shared/addresses.ts';
import type { Config } from '#shared/config.ts';
import { createKeys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import { networkMatcher } from '#shared/networks.ts';
import type { ProxyHeader } from '#shared/proxy-protocol/parse-header.ts';
import type { Counters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { createAdmission } from './admission.ts';
import { readProxyHeader } from './read-proxy-header.ts';
import { createTlsEndpoint, type TlsEndpoint, underlyingSocket } from './tls.ts';

/** Connections that the system holds until they are accepted: all panels of a gateway that died reconnect at once. */
const BACKLOG = 4096;

export interface ListenerDeps {
  config: ListenerConfig;
  log: Log;
  counters: Counters;
  limits: Pick<GatewayLimits, 'connectTimeout' | 'certificateCheck'>;
  /** Called with each connection that begins to speak MQTT: the socket, or TLS on it. */
  accept(stream: Socket): void;
}

export type ListenerConfig = Pick<
  Config,
  | 'MQTT_HOST'
  | 'MQTT_PLAIN_HOST'
  | 'MQTT_PORT'
  | 'MQTT_TLS_PORT'
  | 'MQTT_TLS_KEY'
  | 'MQTT_TLS_CERT'
  | 'MQTT_TLS_CLIENT_CA'
  | 'MQTT_TRUSTED_PROXIES'
  | 'MQTT_MAX_CONNECTIONS'
  | 'MQTT_MAX_CONNECTIONS_PER_ADDRESS'
  | 'PLACARD_SECRET'
>;

export interface Listeners {
  port: number;
  /** Null without a certificate. */
  tlsPort: number | null;
  /** The CONNECT packet of this stream has arrived. */
  connected(stream: Socket): void;
  /** Closes the listeners and every socket. */
  close(): Promise<void>;
}

/**
 * Accepts connections, plain and with TLS, and limits them until they speak MQTT: in number, per address, and in time.
 * @throws with code `EADDRINUSE` or `EACCES` when a port cannot be used
 * @throws {StartError} when key and certificate cannot be used
 */
export async function startListeners(deps: ListenerDeps): Promise<Listeners> {
  const { config, counters, limits, log } = deps;
  const isProxy = networkMatcher(config.MQTT_TRUSTED_PROXIES);
  const keys = createKeys(config.PLACARD_SECRET);
  const tls = config.MQTT_TLS_KEY ? await createTls() : null;
  const admission = createAdmission(
    {
      maxConnections: config.MQTT_MAX_CONNECTIONS,
      maxPerAddress: config.MQTT_MAX_CONNECTIONS_PER_ADDRESS,
      connectTimeout: limits.connectTimeout,
    },
    counters,
  );
  const servers: Server[] = [];
  try {
    const port = await listen(config.MQTT_PORT, config.MQTT_PLAIN_HOST, acceptPlain);
    const tlsPort =
      tls && (await listen(config.MQTT_TLS_PORT, config.MQTT_HOST, (socket) => acceptTls(socket, tls)));
    return { port, tlsPort, connected: (stream) => admission.connected(underlyingSocket(stream)), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function listen(port: number, host: string, arrive: (socket: Socket) => void): Promise<number> {
    const server = createServer(
      { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
      (socket) => {
        if (admission.admit(socket)) arrive(socket);
      },
    );
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
    server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted')); // usually the limit of open files
    servers.push(server);
    return (server.address() as { port: number }).port;
  }

  /** WebSocket connections arrive here too, from the api process, with a header that it signed. */
  function acceptPlain(socket: Socket): void {
    identifyClient(socket, () => {
      readHeader(socket, (own) => {
        if (!own) return deps.accept(socket);
        if (!own.source || !isSignedByUs(own)) return admission.refuse(socket, 'proxy_header');
        if (admission.assignAddress(socket, own.source)) deps.accept(socket);
      });
    });
  }

  function acceptTls(socket: Socket, endpoint: TlsEndpoint): void {
    identifyClient(socket, () => endpoint.secure(socket));
  }

  /** Continues once the address of the client is known. A trusted proxy must name it in a header. */
  function identifyClient(socket: Socket, proceed: () => void): void {
    const address = normalizeAddress(socket.remoteAddress ?? '');
    if (!isProxy(address)) {
      if (admission.assignAddress(socket, address)) proceed();
      return;
    }
    readHeader(socket, (header) => {
      if (!header) return admission.refuse(socket, 'proxy_header');
      if (admission.assignAddress(socket, header.source ?? address)) proceed();
    });
  }

  function readHeader(socket: Socket, done: (header: ProxyHeader | null) => void): void {
    readProxyHeader(socket, done, (fault) => {
      log.debug({ reason: fault.message }, 'malformed PROXY header');
      admission.refuse(socket, 'proxy_header');
    });
  }

  function isSignedByUs({ proof }: ProxyHeader): boolean {
    return proof !== null && keys.verify('tunnel', proof.of, proof.signature);
  }

  function createTls(): Promise<TlsEndpoint> {
    return createTlsEndpoint({
      settings: config,
      handshakeTimeout: limits.connectTimeout,
      certificateCheck: limits.certificateCheck,
      log,
      onSecured: (stream) => deps.accept(stream),
      onFailed: (stream, reason) => admission.refuse(stream, reason),
    });
  }

  async function close(): Promise<void> {
    tls?.close();
    const stopped = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    admission.close();
    await Promise.all(stopped);
  }
}
