import type { Clock } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';
import type { Db } from '#shared/db/open.ts';
import type { RateLimiter } from '#shared/http/rate-limit.ts';
import type { Keys } from '#shared/keys.ts';
import type { Log } from '#shared/log.ts';
import type { IdentityPorts } from './ports.ts';
import type { Providers } from './providers/providers.ts';
import type { AccessTokens } from './sessions/access-token.ts';
import type { CredentialReads } from './sessions/credential-reads.ts';
import type { LastUsed } from './sessions/last-used.ts';
import type { Passwords } from './sessions/passwords.ts';

/** The dependencies of the module. */
export interface IdentityDeps extends IdentityPorts {
  config: Config;
  clock: Clock;
  db: Db;
  keys: Keys;
  log: Log;
  /** Counts across processes. */
  limiter: RateLimiter;
}

/** The context of its use cases. */
export interface IdentityContext extends IdentityDeps {
  passwords: Passwords;
  accessTokens: AccessTokens;
  lastUsed: LastUsed;
  reads: CredentialReads;
  providers: Providers;
}

/** The origin of a sign-in, as the list of sessions shows it. */
export interface Caller {
  address: string;
  userAgent: string;
}
