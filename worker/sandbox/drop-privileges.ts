import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** User and group id without any files: `nobody` on most systems. */
const UNPRIVILEGED_ID = 65_534;

const RECORDS = ['4', '6', 'Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Tlsa', 'Txt'];
const DNS_QUERIES = [
  'lookup',
  'lookupService',
  'reverse',
  'resolve',
  ...RECORDS.map((type) => `resolve${type}`),
];

/**
 * The child calls this after its code is loaded and before it reads its input. It disables the network in JavaScript, for which
 * Node 24 has no permission, and drops the rights of root.
 * @throws when root cannot become another user
 */
export function dropPrivileges(): void {
  closeNetwork();
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED_ID);
  process.setuid?.(UNPRIVILEGED_ID);
}

/** Replaces the functions that all clients and servers of Node use. */
function closeNetwork(): void {
  const refuse = () => {
    throw new Error('the sandbox has no network');
  };
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  for (const api of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const name of DNS_QUERIES) if (name in api) Object.defineProperty(api, name, { value: refuse });
  syncBuiltinESMExports();
}
