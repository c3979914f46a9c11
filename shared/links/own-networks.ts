import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { isForbiddenAddress } from './address-rules.ts';

/** As `os.networkInterfaces` returns them. */
export type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'cidr'>[]>;

/** Bits of an IPv6 network on one link (RFC 4291, 2.5.4). DHCP hands out single addresses of such a network. */
const LINK_PREFIX = 64;

/**
 * Whether an address belongs to this machine, or is in an IPv6 network that it is connected to: with global IPv6, other
 * machines of a home have public addresses too. For IPv4 only the machine's own addresses count, because a neighbour with
 * a public IPv4 address belongs to another customer.
 */
export function isOwnNetwork(address: string, interfaces: Interfaces): boolean {
  const own = new BlockList();
  for (const { address: local, family, cidr } of Object.values(interfaces).flatMap((each) => each ?? [])) {
    // Forbidden anyway. And the network of `::1` would contain every IPv4 address in its mapped form.
    if (isForbiddenAddress(local)) continue;
    if (family === 'IPv4') own.addAddress(local, 'ipv4');
    else own.addSubnet(local, Math.min(LINK_PREFIX, prefixOf(cidr)), 'ipv6');
  }
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function prefixOf(cidr: string | null): number {
  const prefix = Number(cidr?.split('/')[1]);
  return prefix > 0 ? prefix : LINK_PREFIX;
}
