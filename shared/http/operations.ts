import { z } from 'zod';
import type { Metrics } from '../metrics.ts';
import { type Route, route } from './route.ts';

/** Named checks of the services that a process needs. Each resolves, or rejects when its service is unavailable. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>;

const CHECK_TIMEOUT_MS = 2_000;

const readiness = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
});

/** Health and metrics, for supervisors and dashboards. A failure names the service; the reason is in the log only. */
export function operationRoutes(checks: ReadinessChecks, metrics: Metrics): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/health/live',
        summary: 'Check that the process responds',
        tag: 'operations',
        auth: 'public',
        responses: {
          200: { description: 'The process responds.', schema: z.object({ status: z.literal('ok') }) },
        },
      },
      async () => ({ body: { status: 'ok' } }),
    ),
    route(
      {
        method: 'get',
        path: '/health/ready',
        summary: 'Check that the process can do its work',
        tag: 'operations',
        auth: 'public',
        responses: {
          200: { description: 'All services that the process needs are available.', schema: readiness },
          503: { description: 'A service that the process needs is unavailable.', schema: readiness },
        },
      },
      async () => {
        const results = await Promise.all(
          Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)]),
        );
        const ready = results.every(([, result]) => result === 'ok');
        const body = { status: ready ? 'ready' : 'unavailable', checks: Object.fromEntries(results) };
        return { status: ready ? 200 : 503, body };
      },
    ),
    route(
      {
        method: 'get',
        path: '/metrics',
        summary: 'Read counters and timings in the Prometheus text format',
        tag: 'operations',
        auth: 'public',
        responses: { 200: { description: 'The metrics of this process.', contentType: 'text/plain' } },
      },
      async () => ({
        body: await metrics.registry.metrics(),
        headers: { 'Content-Type': metrics.registry.contentType },
      }),
    ),
  ];
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), timeout]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
