import { isIPv6 } from 'node:net';

/**
 * Returns the form in which addresses are compared: an IPv4-mapped IPv6 address, as dual-stack sockets report it, becomes
 * IPv4; a zone is removed; IPv6 is canonical (RFC 5952). Text that is not an address is returned unchanged.
 */
export function normalizeAddress(written: string): string {
  const address = written.replace(/%.*/, '');
  if (!isIPv6(address)) return address;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return canonical(address);
}

/** The key of a caller in limits: an IPv4 address, or a /64 network, the smallest that a provider assigns to a customer. */
export function callerKey(address: string): string {
  const normalized = normalizeAddress(address);
  if (!isIPv6(normalized)) return normalized;
  const network = ipv6Groups(normalized).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of an IPv6 address without a zone, in any notation. */
export function ipv6Groups(address: string): number[] {
  const [head = [], tail = []] = canonical(address)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** The canonical notation, in hexadecimal only. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
