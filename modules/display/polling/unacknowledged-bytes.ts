import { closeSync, openSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import { ipv6Groups } from '#shared/addresses.ts';
import { monotonicMs } from '#shared/clock.ts';

/** The table of about 1,700 connections, which takes 2 ms to read. A larger table is not used. */
const MAX_TABLE_BYTES = 256 * 1024;
/** A table that was too large is not read for this time, because the attempt delays all other requests. */
const TOO_LARGE_MS = 1_000;
/** End of that time for each table, a value of monotonicMs(). */
const tooLargeUntil = new Map<string, number>();

type Connection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/**
 * Returns the bytes that the other side has not acknowledged yet (`tx_queue` in Linux' /proc/net/tcp:
 * proc_net_tcp.rst). Infinite for a connection that was reset and so is no longer in the table. Null if the system does
 * not report it.
 */
export function unacknowledgedBytes({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Connection): number | null {
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  const table = readTable(localAddress.includes(':') ? '/proc/self/net/tcp6' : '/proc/self/net/tcp');
  if (!table) return null;
  const ends = `${endOf(localAddress, localPort)} ${endOf(remoteAddress, remotePort)} `;
  const at = table.indexOf(ends);
  if (at < 0) return Number.POSITIVE_INFINITY;
  const [, unacknowledged] = table.toString('latin1', at + ends.length, at + ends.length + 12).split(/[ :]/);
  return Number.parseInt(unacknowledged ?? '', 16);
}

/** Returns null if the table does not exist or is too large. */
function readTable(path: string): Buffer | null {
  if (monotonicMs() < (tooLargeUntil.get(path) ?? 0)) return null;
  const table = Buffer.allocUnsafe(MAX_TABLE_BYTES);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < table.length; length += read)
        read = readSync(file, table, length, table.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
  if (length < table.length) return table.subarray(0, length);
  tooLargeUntil.set(path, monotonicMs() + TOO_LARGE_MS);
  return null;
}

/** An address in the form of the table: every four bytes as a number in this machine's byte order, then the port. */
function endOf(address: string, port: number): string {
  const withoutZone = address.replace(/%.*/, '');
  const bytes = withoutZone.includes(':')
    ? ipv6Groups(withoutZone).flatMap((group) => [group >> 8, group & 255])
    : withoutZone.split('.').map(Number);
  const words = new Uint32Array(Uint8Array.from(bytes).buffer);
  return `${[...words].map((word) => hex(word, 8)).join('')}:${hex(port, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
