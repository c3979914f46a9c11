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
  /**
   * Runs `work` in a transaction that keeps the user from being deleted until it ends; `ifGone` says what happens when
   * the account does not exist any more. @throws {AppError} without `ifGone`: `401 authentication_failed`
   */
  inUserTransaction<T>(
    userId: string,
    work: (trx: Trx) => Promise<T>,
    ifGone?: () => T | Promise<T>,
  ): Promise<T>;
  /**
   * The same for an open transaction, of which it must be the first lock.
   * @throws {AppError} `gone()`, by default `401 authentication_failed`, when the account does not exist any more
   */
  requireUser(trx: Trx, userId: string, gone?: () => Error): Promise<void>;
  /** Keeps the session of a request live until the transaction ends. @throws {AppError} `401` when it has ended */
  holdSession(trx: Trx, principal: Principal): Promise<void>;
  /** How people may sign in here. */
  signInOptions(): Promise<SignInOptions>;
  /** Removes expired rows. */
  cleanUp(): Promise<void>;
}
