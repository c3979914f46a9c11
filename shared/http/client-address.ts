import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { normalizeAddress } from '../addresses.ts';

/**
 * The address that the outermost trusted proxy saw, counting entries of `X-Forwarded-For` from the right: those further
 * left are the caller's own words. An entry that is no address (a name, an address with a port) counts for nothing;
 * what the next nearer proxy saw stands for it, and in the end the other side of the socket.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const trusted = trustedProxies > 0 ? forwarded(request).slice(-trustedProxies) : [];
  return normalizeAddress(trusted.find((entry) => isIP(entry)) ?? request.socket.remoteAddress ?? '');
}

function forwarded({ headers }: IncomingMessage): string[] {
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  return entries.map((entry) => entry.trim()).filter(Boolean);
}
