import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Trx } from '../db/open.ts';

/** The caller: a user with a session or a personal access token, whose id is `credentialId`. */
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

/** The request that a handler receives, validated by the route's schemas. */
export interface RouteRequest<P extends Shape = Shape, Q extends Shape = Shape, B = unknown> {
  principal: Principal;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: B extends z.ZodType ? z.output<B> : undefined;
  headers: IncomingHttpHeaders;
  /** The caller's address, behind `TRUST_PROXY` proxies. */
  address: string;
  requestId: string;
  /** The request path with its query string, as sent. */
  url: string;
  /** The request itself, for `multipart` routes, which read its body. */
  incoming: IncomingMessage;
  /** Aborted if the caller disconnects before the response is complete. */
  signal: AbortSignal;
}

export interface RouteResponse {
  /** Default: 200. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Sent unchanged instead of a JSON body. */
  stream?: Readable;
  /** Called when the whole response was passed to the operating system; never for an interrupted one. */
  onSent?(): void;
}

export interface ResponseSpec {
  description: string;
  /** Checked in tests and part of OpenAPI. Absent: no JSON body. */
  schema?: z.ZodType;
  /** Media type when it is not `application/json`. */
  contentType?: string;
}

/** Error codes of a route beyond those of every route: `{ 404: ['display_not_found'] }`. */
export type ErrorCodes = Partial<Record<number, string[]>>;

export interface RouteSpec<P extends Shape, Q extends Shape, B extends z.ZodType | undefined> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form, relative to the surface: `/displays/{displayId}`. */
  path: string;
  summary: string;
  tag: string;
  description?: string;
  /** A public route has no principal: reading it throws. Default: the surface authenticates each request. */
  auth?: 'public';
  /** Replaces the authentication of the surface. @throws {AppError} */
  authenticate?(authorization: string | undefined): Promise<Authenticated>;
  /**
   * Runs before the body is read: for limits per address, and for credentials in headers. @throws {AppError}
   */
  admit?(call: Pick<RouteRequest, 'address' | 'headers'>): void | Promise<void>;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * `form`: `application/x-www-form-urlencoded`; `raw`: the handler gets the bytes as a Buffer; `multipart` and `any`:
   * the handler reads `incoming`, and `body` only describes the form. Default: `json`.
   */
  bodyType?: 'json' | 'form' | 'raw' | 'multipart' | 'any';
  /** Largest body in bytes, after decompression too. Default: 2 MiB, and 64 KiB on public routes. */
  bodyLimit?: number;
  /** Extra rate limit per user, beside the one that all routes share. */
  limit?: 'create' | 'preview';
  responses: Record<number, ResponseSpec>;
  errors?: ErrorCodes;
  /** Error envelopes of codes with their own `details`, by code. */
  errorShapes?: Record<string, z.ZodType>;
}

/** A declared route: the source of validation, the handler's types, OpenAPI and the response check of the tests. */
export interface Route {
  spec: RouteSpec<Shape, Shape, z.ZodType | undefined>;
  /** True for routes that require an `Idempotency-Key`: their handler works in the transaction that it receives. */
  idempotent: boolean;
  handle(request: RouteRequest, trx: Trx | null, prepared?: unknown): Promise<RouteResponse>;
  /** Work of an idempotent route before its transaction. */
  prepare?: (request: RouteRequest) => Promise<unknown>;
  /** Converts the stored response for this surface, both the first one and a replayed one from another surface. */
  present?: (body: unknown) => unknown;
}

export function route<P extends Shape, Q extends Shape, B extends z.ZodType | undefined>(
  spec: RouteSpec<P, Q, B>,
  handle: (request: RouteRequest<P, Q, B>) => Promise<RouteResponse>,
): Route {
  return { spec, idempotent: false, handle: (request) => handle(request as never) } as Route;
}

/**
 * A route that requires an `Idempotency-Key`. The handler makes all changes in `trx`. The response is stored in the same
 * transaction, so both exist or neither. Slow work without the database (object store, network) belongs in `prepare`,
 * which runs before the transaction and may run twice. A replay runs neither.
 */
export function idempotentRoute<P extends Shape, Q extends Shape, B extends z.ZodType | undefined, T>(
  spec: RouteSpec<P, Q, B>,
  handle: (request: RouteRequest<P, Q, B>, trx: Trx, prepared: T) => Promise<RouteResponse>,
  prepare?: (request: RouteRequest<P, Q, B>) => Promise<T>,
  present?: (body: unknown) => unknown,
): Route {
  return { spec, idempotent: true, handle, prepare, present } as Route;
}
