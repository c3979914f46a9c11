import type { Contestant } from './contest.ts';
import { cpuMs, cpuMsWithChildren } from './process-figures.ts';

export interface UsedTimes {
  /** CPU milliseconds since the start, of all threads. */
  brokerMs: number;
  generatorMs: number;
  /** The same for all processes of Postgres; NaN for mosquitto, which needs none. */
  postgresMs: number;
}

/** Begins a measurement. The returned function returns the processor times since then. */
export function meter({ ours, broker, generator, installation }: Contestant): () => UsedTimes {
  const read = (): UsedTimes => ({
    brokerMs: cpuMs(broker.pid),
    generatorMs: cpuMs(generator.pid),
    postgresMs: ours ? cpuMsWithChildren(installation.postgresPid) : Number.NaN,
  });
  const before = read();
  return () => {
    const after = read();
    return {
      brokerMs: after.brokerMs - before.brokerMs,
      generatorMs: after.generatorMs - before.generatorMs,
      postgresMs: after.postgresMs - before.postgresMs,
    };
  };
}
