import type { Trx } from '#shared/db/open.ts';
import type { Authenticated, Principal, Route } from '#shared/http/route.ts';
import { holdUser } from './accounts/hold-user.ts';
import { cleanUp } from './clean-up.ts';
import type { IdentityContext, IdentityDeps } from './context.ts';
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

export type { IdentityDeps } from './context.ts';
export type { IdentityPorts, ProfileSubscription } from './ports.ts';
export { subscription } from './schemas.ts';
export { CREDENTIAL_ENDED } from './sessions/end-sessions.ts';

export interface Identity {
  /** Everything under `/auth` that a session may do. */
  routes: Route[];
  /** What a personal access token may do under `/auth`; comes before `routes`. */
  ownTokenRoutes: Route[];
  /** Session access tokens only. @throws {AppError} `401 authentication_failed` */
  authenticateSession(authorization: string | undefined): Promise<Authenticated>;
  /** Personal access tokens only. @throws {AppError} `401 authentication_failed`, the same for every cause */
  authenticateToken(authorization: string | undefined): Promise<Authenticated>;
  /** Either of both. @throws {AppError} `401 authentication_failed` */
  authenticateSessionOrToken(authorization: string | undefined): Promise<Authenticated>;
  /** A personal access token, as `Bearer` or as the password of `Basic`. @throws {AppError} `401 authentication_failed` */
  authenticateBasicOrToken(authorization: string | undefined): Promise<Authenticated>;
  /** Keeps a user from being deleted until the transaction ends. False when the user is gone. */
  holdUser(trx: Trx, userId: string): Promise<boolean>;
  /** Keeps the session of a request live until the transaction ends. @throws {AppError} `401` when it has ended */
  holdSession(trx: Trx, principal: Principal): Promise<void>;
  /** Removes expired rows. */
  cleanUp(): Promise<void>;
}

/**
 * Users, sessions, tokens, provider sign-in, account deletion. The id of every session or token that ends is told on
 * the channel `CREDENTIAL_ENDED`.
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
    holdUser,
    holdSession: (trx, principal) => holdSession(context, trx, principal),
    cleanUp: () => cleanUp(context),
  };
}
