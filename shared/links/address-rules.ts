import { BlockList, isIP } from 'node:net';

/**
 * IPv4 that is not a public host: the IANA special-purpose registry (RFC 6890 and its updates), and the
 * metadata services that clouds put at addresses that look public.
 */
const FORBIDDEN_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Parts of 2000::/3 that are not hosts, or lead to other networks: protocol assignments with Teredo and ORCHID
 * (2001::/23), documentation, 6to4, the 6bone.
 */
const FORBIDDEN_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
];

const forbidden = new BlockList();
for (const [network, prefix] of FORBIDDEN_V4) forbidden.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of FORBIDDEN_V6) forbidden.addSubnet(network, prefix, 'ipv6');

/**
 * The only IPv6 space that is assigned to hosts (RFC 4291, 2.5.4). All other space is forbidden: loopback,
 * `::127.0.0.1`, mapped and NAT64 forms, unique local, link-local, multicast.
 */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Addresses that contain an IPv4 address in their interface part (ISATAP, RFC 5214) and lead to it. */
const ISATAP = /:0?[02]?0?0?:5efe:[0-9a-f:.]+$/i;

/** Whether connections to an address are forbidden. Text that is not an address (`isIP`) is forbidden. */
export function isForbiddenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return forbidden.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return true;
  return !global.check(address, 'ipv6') || forbidden.check(address, 'ipv6') || ISATAP.test(address);
}
