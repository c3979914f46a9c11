import type { Config } from '../config.ts';
import type { ConnectionLimits } from './connections.ts';

/** Times in milliseconds. */
export interface ServerLimits extends ConnectionLimits {
  headersTimeout: number;
  /** For a whole request with its body. */
  requestTimeout: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 10_000,
  maxPerAddress: 1_000,
  stallMs: 30_000,
  headersTimeout: 8_000,
  requestTimeout: 300_000, // long enough for the largest asset over a slow line
};

/** Behind a proxy there is no limit per address: all connections have the proxy's address, and it limits its clients. */
export function connectionLimits(config: Config): Pick<ConnectionLimits, 'maxConnections' | 'maxPerAddress'> {
  return {
    maxConnections: config.HTTP_MAX_CONNECTIONS,
    maxPerAddress:
      config.TRUST_PROXY > 0 ? Number.POSITIVE_INFINITY : config.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
  };
}
