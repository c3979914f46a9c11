import type { Trx } from '#shared/db/open.ts';
import type { Authenticated, Principal, Route } from '#shared/http/route.ts';
import type { SignInOptions } from './accounts/sign-in-options.ts';

/** What the module offers to its peers, to the processes and over HTTP. */
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
  /** How people may sign in here. */
  signInOptions(): Promise<SignInOptions>;
  /** Removes expired rows. */
  cleanUp(): Promise<void>;
}
