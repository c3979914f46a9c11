import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Trx } from '../db/open.ts';

/** Who calls: a user through a session or a personal access token, whose id is `credentialId`. */
export interface Principal {
  userId: string;
  kind: 'session' | 'token';
  credentialId: string;
}

export interface Authenticated {
  principal: Principal;
  /** Sent as `X-Renewed-Token`. */
  renewedToken?: string;
}

type Shape = z.ZodObject | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given: everything in it has passed the route's schemas. */
export interface RouteRequest<P extends Shape = Shape, Q extends Shape = Shape, B = unknown> {
  principal: Principal;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: B extends z.ZodType ? z.output<B> : undefined;
  headers: IncomingHttpHeaders;
  /** The caller's address, seen through as many proxies as `TRUST_PROXY` says. */
  address: string;
  requestId: string;
  /** The request path with its query string, as sent. */
  url: string;
  /** The request itself, for `multipart` routes: they read its body, which nobody else has touched. */
  incoming: IncomingMessage;
  /** Aborted when the caller goes away before the answer is complete. */
  signal: AbortSignal;
}

export interface RouteResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Sent as it is instead of a JSON body. */
  stream?: Readable;
  /** Called when all of the answer has been handed to the operating system; never for one that broke off. */
  onSent?(): void;
}

export interface ResponseSpec {
  description: string;
  /** Checked in tests and shown in OpenAPI. Absent: no JSON body. */
  schema?: z.ZodType;
  /** Media type when it is not `application/json`. */
  contentType?: string;
}

/** Codes that a route may answer with beyond those every route shares: `{ 404: ['display_not_found'] }`. */
export type ErrorCodes = Partial<Record<number, string[]>>;

export interface RouteSpec<P extends Shape, Q extends Shape, B extends z.ZodType | undefined> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form, relative to the surface: `/displays/{displayId}`. */
  path: string;
  summary: string;
  tag: string;
  description?: string;
  /** `public` routes have no principal: reading it throws. */
  auth: 'required' | 'public';
  /** Used instead of the surface's own way to authenticate. @throws {AppError} */
  authenticate?(authorization: string | undefined): Promise<Authenticated>;
  /**
   * Runs before anything of the body is read, on public routes first of all: for limits per address and for credentials
   * in headers. @throws {AppError}
   */
  admit?(call: Pick<RouteRequest, 'address' | 'headers'>): void | Promise<void>;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * `form`: `application/x-www-form-urlencoded`; `raw`: the handler gets the bytes as a Buffer; `multipart` and `any`:
   * it reads `incoming` itself, and `body` only describes the form that it may be. Default `json`.
   */
  bodyType?: 'json' | 'form' | 'raw' | 'multipart' | 'any';
  /** Largest body in bytes, after decompression too. Default: 2 MiB, and 64 KiB on public routes. */
  bodyLimit?: number;
  /** Extra rate limit per user, beside the one that all routes share. */
  limit?: 'create' | 'preview';
  responses: Record<number, ResponseSpec>;
  errors?: ErrorCodes;
  /** The whole envelope of codes that have something of their own in `details`, by code. */
  errorShapes?: Record<string, z.ZodType>;
}

/** A declared route. The one declaration feeds the guard, the handler's types, OpenAPI and the tests' response check. */
export interface Route {
  spec: RouteSpec<Shape, Shape, z.ZodType | undefined>;
  /** Present on routes that want an `Idempotency-Key`: their handler works in the transaction it is given. */
  idempotent: boolean;
  handle(request: RouteRequest, trx: Trx | null, prepared?: unknown): Promise<RouteResponse>;
  /** Of an idempotent route: what has to be done before its transaction. */
  prepare?: (request: RouteRequest) => Promise<unknown>;
}

export function route<P extends Shape, Q extends Shape, B extends z.ZodType | undefined>(
  spec: RouteSpec<P, Q, B>,
  handle: (request: RouteRequest<P, Q, B>) => Promise<RouteResponse>,
): Route {
  return { spec, idempotent: false, handle: (request) => handle(request as never) } as Route;
}

/**
 * A route that wants an `Idempotency-Key`. Whatever the handler does goes into `trx`, and the response is stored in
 * that same transaction, so an effect and its replay exist together or not at all. What must not keep a connection of
 * the database waiting (the object store, the network) goes into `prepare`, which runs before the transaction and may
 * run again; a replay runs neither.
 */
export function idempotentRoute<P extends Shape, Q extends Shape, B extends z.ZodType | undefined, T>(
  spec: RouteSpec<P, Q, B>,
  handle: (request: RouteRequest<P, Q, B>, trx: Trx, prepared: T) => Promise<RouteResponse>,
  prepare?: (request: RouteRequest<P, Q, B>) => Promise<T>,
): Route {
  return { spec, idempotent: true, handle, prepare } as Route;
}
