import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { normalizeAddress } from '../addresses.ts';

/**
 * The address of the client as the outermost trusted proxy saw it. Counts entries of `X-Forwarded-For` from the right,
 * because entries further left are chosen by the client. An entry that is no address (a name, an address with a port) is
 * skipped: the entry of the next nearer proxy is used, and finally the address of the socket.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const trusted = trustedProxies > 0 ? forwarded(request).slice(-trustedProxies) : [];
  return normalizeAddress(trusted.find((entry) => isIP(entry)) ?? request.socket.remoteAddress ?? '');
}

function forwarded({ headers }: IncomingMessage): string[] {
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  return entries.map((entry) => entry.trim()).filter(Boolean);
}
