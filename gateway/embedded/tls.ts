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
  /** Milliseconds between two reads of the files. */
  certificateCheck: number;
  log: Log;
  onSecured(stream: TLSSocket): void;
  onFailed(socket: Socket, reason: string): void;
}

/**
 * Concurrent handshakes. Each takes up to 100 KB until the other side completes it; a core completes about a thousand a
 * second.
 */
const MAX_HANDSHAKES = 500;

export interface TlsEndpoint {
  /** Begins the handshake. Bytes that were read from the socket must have been put back. */
  secure(socket: Socket): void;
  close(): void;
}

/**
 * TLS on sockets that the listeners accept. Renewed files are used from the next handshake on; established connections
 * keep theirs.
 * @throws {StartError} when the files cannot be used
 */
export async function createTlsEndpoint(options: TlsOptions): Promise<TlsEndpoint> {
  const { settings, log } = options;
  let files = await readTlsFiles(settings);
  const server = createServer({
    ...secureContextOptions(files),
    handshakeTimeout: options.handshakeTimeout,
    requestCert: files.ca !== undefined,
    rejectUnauthorized: false, // a panel needs no certificate; an invalid certificate is refused below
  });
  /** Sockets in their handshake, oldest first. */
  const handshakes = new Set<Socket>();
  server.on('secureConnection', (stream) => {
    handshakes.delete(underlyingSocket(stream));
    if (peerCertificate(stream) && !stream.authorized) return options.onFailed(stream, 'certificate');
    options.onSecured(stream);
  });
  server.on('tlsClientError', (_error, stream) => options.onFailed(stream, 'tls'));
  warnOfExpiry(files, log);

  const renewal = setInterval(() => void renew(), options.certificateCheck);
  async function renew(): Promise<void> {
    try {
      const found = await readTlsFiles(settings);
      if (found.key === files.key && found.cert === files.cert && found.ca === files.ca) return;
      server.setSecureContext(secureContextOptions(found));
      files = found;
      log.info({ validTo: expiryOf(files) }, 'the renewed certificate is in use');
    } catch (error) {
      // Most likely only one of the two files was written yet: the next read finds both.
      log.warn({ err: error }, 'the changed TLS files cannot be used');
    }
  }

  return {
    secure(socket) {
      const [oldest] = handshakes;
      // A panel completes its handshake long before it is the oldest.
      if (oldest && handshakes.size >= MAX_HANDSHAKES) {
        handshakes.delete(oldest);
        options.onFailed(oldest, 'handshakes');
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

/** Whether a connection may be used by this panel: its client certificate, if any, must not name another panel. */
export function certificateAllows(stream: Socket, thingName: string): boolean {
  const names = [peerCertificate(stream)?.subject.CN ?? []].flat();
  return !names.some((name) => isThingName(name) && name !== thingName);
}

/** The accepted socket, also under TLS. Node has no public way from a TLS socket to it. */
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
