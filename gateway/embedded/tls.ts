import type { Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { systemClock } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import { isThingName } from '../topics.ts';
import { expiryOf, readTlsFiles, type TlsFiles, type TlsSettings } from './tls-files.ts';

export interface TlsOptions {
  settings: TlsSettings;
  /** Milliseconds that a handshake may take. */
  handshakeTimeout: number;
  /** Milliseconds between two looks at the files. */
  certificateCheck: number;
  log: Log;
  secured(stream: TLSSocket): void;
  failed(socket: Socket, reason: string): void;
}

/**
 * Handshakes under way at once. One takes up to 100 KB for as long as the other side likes; a core completes about a
 * thousand in a second.
 */
const MAX_HANDSHAKES = 500;

export interface TlsEndpoint {
  /** Begins the handshake. What has been read of the socket must have been put back. */
  secure(socket: Socket): void;
  close(): void;
}

/**
 * TLS on sockets that somebody else accepts. Files that have been renewed serve the next handshake; connections
 * that are up keep what they agreed on.
 * @throws {StartError} when the files are of no use
 */
export async function createTlsEndpoint(options: TlsOptions): Promise<TlsEndpoint> {
  const { settings, log } = options;
  let files = await readTlsFiles(settings);
  const server = createServer({
    ...secureContextOptions(files),
    handshakeTimeout: options.handshakeTimeout,
    requestCert: files.ca !== undefined,
    rejectUnauthorized: false, // a panel without a certificate is welcome; one with a wrong one is not, see below
  });
  /** Sockets in their handshake, oldest first. */
  const handshakes = new Set<Socket>();
  server.on('secureConnection', (stream) => {
    handshakes.delete(underlyingSocket(stream));
    if (peerCertificate(stream) && !stream.authorized) return options.failed(stream, 'certificate');
    options.secured(stream);
  });
  server.on('tlsClientError', (_error, stream) => options.failed(stream, 'tls'));
  warnOfExpiry(files, log);

  const renewal = setInterval(() => void renew(), options.certificateCheck);
  async function renew(): Promise<void> {
    try {
      const found = await readTlsFiles(settings);
      if (found.key === files.key && found.cert === files.cert && found.ca === files.ca) return;
      server.setSecureContext(secureContextOptions(found));
      files = found;
      log.info({ validTo: expiryOf(files) }, 'renewed certificate taken up');
    } catch (error) {
      // Most likely caught between the writing of two files: the next look finds both.
      log.warn({ err: error }, 'changed TLS files cannot be used yet');
    }
  }

  return {
    secure(socket) {
      const [oldest] = handshakes;
      // Who is honest and quick is through long before it is the oldest.
      if (oldest && handshakes.size >= MAX_HANDSHAKES) {
        handshakes.delete(oldest);
        options.failed(oldest, 'handshakes');
      }
      handshakes.add(socket);
      socket.once('close', () => handshakes.delete(socket));
      server.emit('connection', socket);
    },
    close: () => clearInterval(renewal),
  };
}

function secureContextOptions(files: TlsFiles) {
  return { ...files, minVersion: 'TLSv1.2' as const };
}

/** Whether a client with the certificate of this connection, if it has one, may be this panel. */
export function certificateAllows(stream: Socket, thingName: string): boolean {
  const names = [peerCertificate(stream)?.subject.CN ?? []].flat();
  return !names.some((name) => isThingName(name) && name !== thingName);
}

/** The socket that was accepted, under TLS too: Node's own link between the two, for want of a public one. */
export function underlyingSocket(stream: Socket): Socket {
  return (stream as unknown as { _parent: Socket | null })._parent ?? stream;
}

function peerCertificate(stream: Socket) {
  const certificate = (stream as Partial<TLSSocket>).getPeerCertificate?.();
  return certificate?.subject ? certificate : null;
}

function warnOfExpiry(files: TlsFiles, log: Log): void {
  const validTo = expiryOf(files);
  if (validTo < systemClock.now()) log.warn({ validTo }, 'the certificate for MQTT over TLS has expired');
}
