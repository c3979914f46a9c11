import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Middleware } from 'koa';

/** What a process counts and times. One registry a process, handed to whoever measures something. */
export interface Metrics {
  registry: Registry;
  counter<L extends string>(name: string, help: string, labels?: L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: L[]): Gauge<L>;
  /** Buckets in seconds unless others are given. */
  histogram<L extends string>(name: string, help: string, labels?: L[], buckets?: number[]): Histogram<L>;
}

/** 1 ms to 10 s: from a point read to a slow render. */
const DEFAULT_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  // With the usual 10 and 100 ms, watching the event loop takes a percent of a core in each process at rest.
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
    gauge: (name, help, labelNames = []) =>
      new Gauge({ name: `placard_${name}`, help, labelNames, registers }),
    histogram: (name, help, labelNames = [], buckets = DEFAULT_BUCKETS_SECONDS) =>
      new Histogram({ name: `placard_${name}`, help, labelNames, registers, buckets }),
  };
}

/** Times every request by method, route pattern and status; never by address, which could name people and things. */
export function measureRequests(metrics: Metrics): Middleware {
  const seconds = metrics.histogram('http_request_seconds', 'Time to answer a request.', [
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
