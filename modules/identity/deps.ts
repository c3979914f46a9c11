import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Services } from '#shared/services.ts';
import type { IdentityPorts } from './ports.ts';

/** The dependencies of the module. */
export interface IdentityDeps
  extends IdentityPorts,
    Pick<Services, 'config' | 'clock' | 'db' | 'keys' | 'log'> {
  /** Counts across processes. */
  limiter: RateLimiter;
}
