import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Principal, RouteRequest } from './route.ts';

interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** What a handler is given. Whatever few handlers look at is worked out when it is looked at. */
export class GuardedRequest implements RouteRequest {
  readonly params: never;
  readonly query: never;
  readonly body: never;
  readonly incoming: IncomingMessage;
  readonly #ctx: Context;
  readonly #principal: Principal | null;
  readonly #trustedProxies: number;
  #signal: AbortSignal | undefined;

  constructor(ctx: Context, input: CheckedInput, principal: Principal | null, trustedProxies: number) {
    this.params = input.params as never;
    this.query = input.query as never;
    this.body = input.body as never;
    this.incoming = ctx.req;
    this.#ctx = ctx;
    this.#principal = principal;
    this.#trustedProxies = trustedProxies;
  }

  /** @throws on a public route, which has none */
  get principal(): Principal {
    if (!this.#principal)
      throw new Error(`${this.#ctx.method} ${this.#ctx.path} is public: it has no principal`);
    return this.#principal;
  }

  get headers(): IncomingHttpHeaders {
    return this.incoming.headers;
  }

  get address(): string {
    return clientAddress(this.incoming, this.#trustedProxies);
  }

  get requestId(): string {
    return this.#ctx.state.requestId;
  }

  get url(): string {
    return this.incoming.url ?? '';
  }

  get signal(): AbortSignal {
    this.#signal ??= abortSignal(this.#ctx);
    return this.#signal;
  }
}

/** The address the outermost trusted proxy saw, counting from the right: entries further left are the caller's own words. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const socketAddress = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (trustedProxies === 0) return socketAddress;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? socketAddress;
}

function abortSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed) controller.abort();
  else ctx.res.once('close', () => controller.abort());
  return controller.signal;
}
