import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Middleware } from 'koa';

/** Metrics of a process. Each process has one registry. */
export interface Metrics {
  registry: Registry;
  counter<L extends string>(name: string, help: string, labels?: L[]): Counter<L>;
  /** `collect` sets its values whenever the metrics are read. */
  gauge<L extends string>(name: string, help: string, labels?: L[], collect?: () => Promise<void>): Gauge<L>;
  /** `buckets` are in seconds. Default: 1 ms to 10 s. */
  histogram<L extends string>(name: string, help: string, labels?: L[], buckets?: number[]): Histogram<L>;
}

/** They range from a single read to a slow rendering. */
const DEFAULT_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  // With the default intervals of 10 and 100 ms, each process at rest spends 1 % of a core on watching its event loop.
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: 500,
    eventLoopUtilizationTimeout: 5_000,
  });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labelNames = []) =>
      new Counter({ name: `placard_${name}`, help, labelNames, registers }),
    gauge: (name, help, labelNames = [], collect) =>
      new Gauge({ name: `placard_${name}`, help, labelNames, registers, ...(collect && { collect }) }),
    histogram: (name, help, labelNames = [], buckets = DEFAULT_BUCKETS_SECONDS) =>
      new Histogram({ name: `placard_${name}`, help, labelNames, registers, buckets }),
  };
}

/**
 * Counts requests that a proxy passed on although `TRUST_PROXY` says that there is none: then all its clients share the
 * limits of one address.
 */
export function countUntrustedForwards(metrics: Metrics, trustedProxies: number): Middleware {
  const forwards = metrics.counter(
    'http_untrusted_forwards_total',
    'Requests with X-Forwarded-For while TRUST_PROXY is 0.',
  );
  return async (ctx, next) => {
    if (trustedProxies === 0 && ctx.headers['x-forwarded-for'] !== undefined) forwards.inc();
    await next();
  };
}

/** Measures every request by method, route pattern and status. Not by path, which may identify users and devices. */
export function measureRequests(metrics: Metrics): Middleware {
  const seconds = metrics.histogram('http_request_seconds', 'Time to respond to a request.', [
    'method',
    'route',
    'status',
  ]);
  return async (ctx, next) => {
    const stop = seconds.startTimer();
    ctx.res.once('close', () => {
      stop({ method: ctx.method, route: ctx.state.route ?? 'none', status: String(ctx.res.statusCode) });
    });
    await next();
  };
}
