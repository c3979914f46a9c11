import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Principal, RouteRequest } from './route.ts';

interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  principal: Principal | null;
  address: string;
}

/** The request that a handler receives. Properties that few handlers need are computed on access. */
export class GuardedRequest implements RouteRequest {
  readonly params: never;
  readonly query: never;
  readonly body: never;
  readonly incoming: IncomingMessage;
  readonly address: string;
  readonly #ctx: Context;
  readonly #principal: Principal | null;
  #signal: AbortSignal | undefined;

  constructor(ctx: Context, input: CheckedInput) {
    this.params = input.params as never;
    this.query = input.query as never;
    this.body = input.body as never;
    this.incoming = ctx.req;
    this.#ctx = ctx;
    this.#principal = input.principal;
    this.address = input.address;
  }

  /** @throws on a public route, which has no principal */
  get principal(): Principal {
    if (!this.#principal)
      throw new Error(`${this.#ctx.method} ${this.#ctx.path} is public: it has no principal`);
    return this.#principal;
  }

  get headers(): IncomingHttpHeaders {
    return this.incoming.headers;
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

function abortSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed) controller.abort();
  else ctx.res.once('close', () => controller.abort());
  return controller.signal;
}
