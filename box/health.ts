/**
 * `node box/health.ts PORT`: exits with 0 when the process of this machine that serves /health on PORT is ready, and prints
 * its response. For the health checks of containers: it loads nothing, because it is called often.
 */
const TIMEOUT_MS = 4_000;

const [port] = process.argv.slice(2);
try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  process.stdout.write(`${await response.text()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  const { cause } = error as Error;
  process.stdout.write(`Port ${port} does not respond: ${cause ?? error}\n`);
  process.exitCode = 1;
}
