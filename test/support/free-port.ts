import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports from which processes take theirs lie below the range from which the system takes ports for outgoing
 * connections and `listen(0)` (32768 on Linux, 49152 on macOS).
 */
const FIRST_PORT = 12_000;
const PORTS_PER_PROCESS = 80;
const SHARES = 250;

let taken = 0;

/**
 * A port that is free, for servers whose address must be known before they start. Each process takes ports from a
 * share of its own, which its id names, so that test files that run at the same time do not take each other's.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const share = FIRST_PORT + (process.pid % SHARES) * PORTS_PER_PROCESS;
    const port = share + (taken++ % PORTS_PER_PROCESS);
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
