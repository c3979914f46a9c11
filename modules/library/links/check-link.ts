import { isIP } from 'node:net';
import { LinkError } from './link-error.ts';

const PORTS = new Set(['', '80', '443']);

/**
 * What can be said of an address before its name is resolved: http or https, no credentials, ports 80 and 443, no
 * literal that `isForbidden`. Hosts named in `allow` may be anywhere, on any port. The URL parser has made `0x7f.1` and its like plain.
 * @throws {LinkError}
 */
export function checkLink(
  url: URL,
  allow: ReadonlySet<string>,
  isForbidden: (address: string) => boolean,
): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new LinkError('bad_address', 'the link is neither http nor https');
  }
  if (url.username !== '' || url.password !== '') {
    throw new LinkError('bad_address', 'the link carries a user name or password');
  }
  if (allow.has(hostOf(url))) return;
  if (!PORTS.has(url.port)) throw new LinkError('forbidden_address', 'the link leads to an unusual port');
  const host = hostOf(url);
  if (isIP(host) !== 0 && isForbidden(host)) throw forbidden();
}

/** The host without brackets, and without the dot that a full name may end in. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

export function forbidden(): LinkError {
  return new LinkError('forbidden_address', 'the link does not lead to a public address');
}
