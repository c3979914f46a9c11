import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Bytes that the other side has not acknowledged yet, as Linux says it (`tx_queue` in /proc/net/tcp: proc_net_tcp.rst).
 * Null where the system does not say.
 */
export function unacknowledgedBytes({
  localPort,
  remotePort,
}: Pick<Socket, 'localPort' | 'remotePort'>): number | null {
  if (!localPort || !remotePort) return null;
  const [local, remote] = [localPort, remotePort].map((port) =>
    port.toString(16).toUpperCase().padStart(4, '0'),
  );
  for (const file of ['/proc/self/net/tcp', '/proc/self/net/tcp6']) {
    for (const line of lines(file)) {
      const [, from, to, , queues] = line.trim().split(/ +/, 5);
      if (from?.endsWith(`:${local}`) && to?.endsWith(`:${remote}`))
        return Number.parseInt(queues?.split(':')[0] ?? '', 16);
    }
  }
  return null;
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n');
  } catch {
    return [];
  }
}
