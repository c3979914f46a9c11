import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address that is written as an IPv6 one, as dual-stack sockets do, becomes one again; a zone is left out. */
export function plainAddress(written: string): string {
  const address = written.replace(/%.*/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped && isIPv4(mapped) ? mapped : address;
}

/** What counts as one caller: an IPv4 address, or the /64 network that an IPv6 customer is given at the least. */
export function callerOf(address: string): string {
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : address;
}

/** The eight groups of an IPv6 address in whatever way it is written. */
export function ipv6Groups(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`); // canonical, in hexadecimal throughout
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
