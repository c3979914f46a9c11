import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that was free a moment ago, for servers whose address must be known before they start. It lies below the
 * range from which the system takes ports for outgoing connections and `listen(0)` (32768 on Linux, 49152 on
 * macOS), so that only another call of this function could take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    const outcome = await Promise.race([
      once(server.listen(port, '127.0.0.1'), 'listening').then(() => 'free'),
      once(server, 'error').then(() => 'taken'),
    ]).catch(() => 'taken');
    if (outcome === 'taken') continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
