import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { buildConnector } from 'undici';
import { isNetwork, networkMatcher } from '../networks.ts';
import { isForbiddenAddress } from './address-rules.ts';
import { forbiddenAddress, LinkError } from './link-error.ts';
import { type Interfaces, isOwnNetwork } from './own-networks.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export interface AddressGuardOptions {
  /** Hosts and networks that may be private and on any port. */
  allow: readonly string[];
  resolve?: Resolve;
  /** Read for each address, because networks change while the process runs. */
  interfaces?: () => Interfaces;
  /** Milliseconds for a connection, TLS included. */
  connectMs?: number;
}

/** Keeps requests to addresses that users choose out of private networks, this machine and its neighbours. */
export interface AddressGuard {
  /**
   * The checks that need no name resolution: http or https, no credentials, ports 80 and 443, no forbidden literal.
   * The URL parser has already normalized forms such as `0x7f.1`.
   * @throws {LinkError}
   */
  check(url: URL): void;
  /** Also resolves the name. An unknown name passes, because it may exist later. @throws {LinkError} */
  checkResolved(url: URL): Promise<void>;
  /**
   * For undici. Connects to exactly the addresses that were checked: the socket receives them and resolves no name. A name
   * with one forbidden address is refused.
   */
  connectorFor(url: URL): buildConnector.connector;
}

const PORTS = new Set(['', '80', '443']);

export function createAddressGuard({
  allow,
  resolve = systemResolve,
  interfaces = networkInterfaces,
  connectMs = 5_000,
}: AddressGuardOptions): AddressGuard {
  const hosts = new Set(allow.filter((entry) => !isNetwork(entry)).map(plainHost));
  const networks = allow.filter(isNetwork);
  const isAllowed = networkMatcher(networks);

  /** The rule for the addresses of a host: only the networks named in `allow` may be reached on any port. */
  function forbids(url: URL): (address: string) => boolean {
    if (hosts.has(hostOf(url))) return () => false;
    if (!PORTS.has(url.port)) return (address) => !isAllowed(address);
    return (address) =>
      !isAllowed(address) && (isForbiddenAddress(address) || isOwnNetwork(address, interfaces()));
  }

  function check(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new LinkError('bad_address', 'the link is neither http nor https');
    }
    if (url.username !== '' || url.password !== '') {
      throw new LinkError('bad_address', 'the link carries a user name or password');
    }
    const host = hostOf(url);
    const literal = isIP(host) !== 0;
    // If a network is allowed, only the addresses of a name decide whether the port is allowed.
    if (!PORTS.has(url.port) && !hosts.has(host) && !(literal ? isAllowed(host) : networks.length > 0)) {
      throw new LinkError('forbidden_address', 'the link leads to an unusual port');
    }
    if (literal && forbids(url)(host)) throw forbiddenAddress();
  }

  return {
    check,
    async checkResolved(url) {
      check(url);
      if (isIP(hostOf(url)) !== 0) return;
      const addresses = await resolve(hostOf(url)).catch(() => []);
      if (addresses.some(({ address }) => forbids(url)(address))) throw forbiddenAddress();
    },
    connectorFor(url) {
      const isForbidden = forbids(url);
      const connect = buildConnector({
        timeout: connectMs,
        lookup: guardedLookup(resolve, isForbidden),
        autoSelectFamily: true,
        maxCachedSessions: 0,
        allowH2: false,
      });
      return (options, callback) => {
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          // Literals are never looked up, so only here the address of every connection is known.
          if (isForbidden(socket.remoteAddress ?? '')) {
            socket.destroy();
            return callback(forbiddenAddress(), null);
          }
          callback(null, socket);
        });
      };
    },
  };
}

function guardedLookup(resolve: Resolve, isForbidden: (address: string) => boolean): LookupFunction {
  return (hostname, _options, callback) => {
    resolveChecked(resolve, hostname, isForbidden).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
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
  if (addresses.some(({ address }) => isForbidden(address))) throw forbiddenAddress();
  return addresses;
}

/** The host without brackets, and without the dot that a full name may end in. */
function hostOf(url: URL): string {
  return plainHost(url.hostname.replace(/^\[|\]$/g, ''));
}

function plainHost(host: string): string {
  return host.replace(/\.$/, '').toLowerCase();
}

async function systemResolve(hostname: string): Promise<ResolvedAddress[]> {
  return (await lookup(hostname, { all: true })) as ResolvedAddress[];
}
