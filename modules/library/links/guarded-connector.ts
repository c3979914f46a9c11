import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { forbidden } from './check-link.ts';
import { LinkError } from './link-error.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/**
 * Connects to the very addresses that were checked: they are handed to the socket, which resolves no name. A name
 * of which one address is forbidden is refused altogether.
 */
export function guardedConnector(
  resolve: Resolve,
  connectMs: number,
  isOpen: (hostname: string) => boolean,
  isForbidden: (address: string) => boolean,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, _options, callback) => {
    resolveChecked(resolve, hostname, isOpen(hostname) ? () => false : isForbidden).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
  const connect = buildConnector({
    timeout: connectMs,
    lookup,
    autoSelectFamily: true,
    maxCachedSessions: 0,
    allowH2: false,
  });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      // Literals are never looked up, so here is the one place that sees where every connection went.
      if (!isOpen(options.hostname.replace(/^\[|\]$/g, '')) && isForbidden(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(forbidden(), null);
      }
      callback(null, socket);
    });
  };
}

async function resolveChecked(
  resolve: Resolve,
  hostname: string,
  isForbidden: (address: string) => boolean,
): Promise<ResolvedAddress[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new LinkError('unreachable', 'the name in the link is not known', { cause });
  });
  if (addresses.length === 0) throw new LinkError('unreachable', 'the name in the link is not known');
  if (addresses.some(({ address }) => isForbidden(address))) throw forbidden();
  return addresses;
}
