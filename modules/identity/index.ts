import { readSignInOptions } from './accounts/sign-in-options.ts';
import { inUserTransaction, requireUser } from './accounts/user-transaction.ts';
import { cleanUp } from './clean-up.ts';
import type { IdentityContext } from './context.ts';
import type { IdentityDeps } from './deps.ts';
import type { Identity } from './identity.ts';
import { createProviders } from './providers/providers.ts';
import { identityRoutes } from './routes.ts';
import { createAccessTokens } from './sessions/access-token.ts';
import { authenticateSession } from './sessions/authenticate-session.ts';
import { bearerCredential } from './sessions/bearer.ts';
import { createCredentialReads } from './sessions/credential-reads.ts';
import { holdSession } from './sessions/hold-session.ts';
import { createLastUsed } from './sessions/last-used.ts';
import { createPasswords } from './sessions/passwords.ts';
import { createSigningKeys } from './sessions/signing-keys.ts';
import { authenticateBasicOrToken } from './tokens/authenticate-basic.ts';
import { authenticateToken } from './tokens/authenticate-token.ts';
import { isPersonalToken } from './tokens/personal-token.ts';
import { ownTokenRoutes } from './tokens/token-routes.ts';

export { findUser } from './accounts/find-user.ts';
export type { SignInOptions } from './accounts/sign-in-options.ts';
export type { IdentityDeps } from './deps.ts';
export type { Identity } from './identity.ts';
export type { IdentityPorts, ProfileSubscription } from './ports.ts';
export { subscription } from './schemas.ts';

/**
 * Users, sessions, tokens, provider sign-in, account deletion. The id of every session or token that ends is sent on the
 * channel `credentialEnded`.
 */
export function createIdentity(deps: IdentityDeps): Identity {
  const { clock, config } = deps;
  const context: IdentityContext = {
    ...deps,
    passwords: createPasswords(),
    accessTokens: createAccessTokens(createSigningKeys(deps), clock, config.ACCESS_TOKEN_HOURS),
    lastUsed: createLastUsed(deps),
    reads: createCredentialReads(deps),
    providers: createProviders(deps),
  };
  return {
    routes: identityRoutes(context),
    ownTokenRoutes: ownTokenRoutes(context),
    authenticateSession: (authorization) => authenticateSession(context, authorization),
    authenticateToken: (authorization) => authenticateToken(context, authorization),
    authenticateSessionOrToken: (authorization) =>
      isPersonalToken(bearerCredential(authorization) ?? '')
        ? authenticateToken(context, authorization)
        : authenticateSession(context, authorization),
    authenticateBasicOrToken: (authorization) => authenticateBasicOrToken(context, authorization),
    signInOptions: () => readSignInOptions(context),
    inUserTransaction: (userId, work, ifGone) => inUserTransaction(deps.db, userId, work, ifGone),
    requireUser,
    holdSession: (trx, principal) => holdSession(context, trx, principal),
    cleanUp: () => cleanUp(context),
  };
}
