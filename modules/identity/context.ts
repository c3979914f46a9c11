import type { IdentityDeps } from './deps.ts';
import type { Providers } from './providers/providers.ts';
import type { AccessTokens } from './sessions/access-token.ts';
import type { CredentialReads } from './sessions/credential-reads.ts';
import type { LastUsed } from './sessions/last-used.ts';
import type { Passwords } from './sessions/passwords.ts';

/** The context of the use cases of the module. */
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
