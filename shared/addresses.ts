import { isIPv6 } from 'node:net';

/**
 * The one way in which an address is written here: an IPv4 address that came as an IPv6 one, as dual-stack sockets
 * write it, is IPv4 again; a zone is left out; IPv6 is in its canonical form (RFC 5952). What is no address stays.
 */
export function normalizeAddress(written: string): string {
  const address = written.replace(/%.*/, '');
  if (!isIPv6(address)) return address;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return canonical(address);
}

/** What counts as one caller: an IPv4 address, or the /64 network that an IPv6 customer is given at the least. */
export function callerKey(address: string): string {
  const plain = normalizeAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = ipv6Groups(plain).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of an IPv6 address without a zone, in whatever way it is written. */
export function ipv6Groups(address: string): number[] {
  const [head = [], tail = []] = canonical(address)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** In hexadecimal throughout. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 255];
}
