import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { operationRoutes, type ReadinessChecks } from './operations.ts';
import type { GuardDeps } from './surface.ts';

/** Serves health and metrics of a process that has no other HTTP port. Port 0 disables them. */
export async function serveOperations(
  process: GuardDeps & { log: Log; metrics: Metrics; checks: ReadinessChecks },
  port: number,
): Promise<{ close(): Promise<void> }> {
  if (port === 0) return { close: async () => {} };
  const { createHttpApp, listenHttp } = await import('./server.ts'); // large, and rarely needed
  const routes = operationRoutes(process.checks, process.metrics);
  const surface = {
    prefix: '',
    security: 'none' as const,
    routes,
    authenticate: async () => Promise.reject(new Error('public')),
  };
  return listenHttp(createHttpApp({ ...process, surfaces: [surface] }), process.config.HTTP_HOST, port);
}
