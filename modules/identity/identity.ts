import type { Trx } from '#shared/db/open.ts';
import type { Authenticated, Principal, Route } from '#shared/http/route.ts';
import type { SignInOptions } from './accounts/sign-in-options.ts';

/** The interface of the module for other modules, processes and HTTP. */
export interface Identity {
  /** Routes under `/auth` for sessions. */
  routes: Route[];
  /** Routes under `/auth` for personal access tokens; mounted before `routes`. */
  ownTokenRoutes: Route[];
  /** Session access tokens only. @throws {AppError} `401 authentication_failed` */
  authenticateSession(authorization: string | undefined): Promise<Authenticated>;
  /** Personal access tokens only. @throws {AppError} `401 authentication_failed` */
  authenticateToken(authorization: string | undefined): Promise<Authenticated>;
  /** A session access token or a personal access token. @throws {AppError} `401 authentication_failed` */
  authenticateSessionOrToken(authorization: string | undefined): Promise<Authenticated>;
  /** A personal access token, as `Bearer` or as the password of `Basic`. @throws {AppError} `401 authentication_failed` */
  authenticateBasicOrToken(authorization: string | undefined): Promise<Authenticated>;
  /**
   * Runs `work` in a transaction that prevents the deletion of the user until it ends. `ifGone` is called instead if the
   * account no longer exists. @throws {AppError} without `ifGone`: `401 authentication_failed`
   */
  inUserTransaction<T>(
    userId: string,
    work: (trx: Trx) => Promise<T>,
    ifGone?: () => T | Promise<T>,
  ): Promise<T>;
  /**
   * Takes the same lock in an open transaction. It must be the first lock of that transaction.
   * @throws {AppError} `gone()`, by default `401 authentication_failed`, if the account no longer exists
   */
  requireUser(trx: Trx, userId: string, gone?: () => Error): Promise<void>;
  /** Keeps the session of a request live until the transaction ends. @throws {AppError} `401` when it has ended */
  holdSession(trx: Trx, principal: Principal): Promise<void>;
  /** The ways to sign in to this installation. */
  signInOptions(): Promise<SignInOptions>;
  /** Removes expired rows. */
  cleanUp(): Promise<void>;
}
