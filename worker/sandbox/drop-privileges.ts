import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** An account and group that own nothing: "nobody" of most systems, where it has another number as well. */
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
 * Run by the child once its code is loaded and before it reads a byte of what it is given. Takes the network away from
 * JavaScript, since Node 24 has no permission for it, and root's rights from a child of root.
 * @throws when root cannot become another user
 */
export function dropPrivileges(): void {
  closeNetwork();
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED_ID);
  process.setuid?.(UNPRIVILEGED_ID);
}

/** Every client and server of Node's own goes through one of these. */
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
