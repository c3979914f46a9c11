import { errorOf, PlacardError, unexpectedResponse } from './error.ts';
import { backOffMs, pause } from './pause.ts';

export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For each try. Default: the client's. */
  timeoutMs?: number;
  /** Number of retries of a request that is safe to repeat. Default: the client's; an event stream is resumed without end. */
  maxRetries?: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the box's address, without a slash at its start. */
  path: string;
  query?: Record<string, string | number | boolean | null | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead of `body`. */
  form?: FormData;
  headers?: Record<string, string>;
  /** True when a second call has no second effect. Default: all methods but POST and PATCH. */
  repeatable?: boolean;
  options?: CallOptions | undefined;
}

/** A token, or a function that returns the current one, which is called before each try. */
export type TokenSource = string | (() => string | null | Promise<string | null>);

export interface ConnectionOptions {
  /** Address of the box, with the path that a proxy puts it under. */
  url: string | URL;
  token?: TokenSource | null;
  /** Each try ends after this long. Default 30 s. */
  timeoutMs?: number;
  /** Number of retries of a request that is safe to repeat. Default 2. */
  maxRetries?: number;
  /** Called with the fresh access token of a session that ends soon. */
  onRenewedToken?: (token: string) => void;
  fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** A call is not repeated when the box asks for a longer pause: the caller decides. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** HTTP to one box: credential, retries, timeouts and errors. The credential is sent to the box's own address alone. */
export class Connection {
  readonly baseUrl: string;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    const url = new URL(options.url);
    url.search = '';
    url.hash = '';
    this.baseUrl = url.href.replace(/\/*$/, '/');
    this.#options = options;
  }

  /** The JSON of a 2xx response; undefined when it has no body. @throws {PlacardError} */
  async json<T>(call: Call): Promise<T> {
    return this.#repeat(call, async () => {
      const attempt = await this.#send(call);
      const text = await attempt.finish(attempt.response.text());
      return (text === '' ? undefined : parsed(text, attempt.response.status)) as T;
    });
  }

  /** The bytes of a 2xx response. @throws {PlacardError} */
  async blob(call: Call): Promise<Blob> {
    return this.#repeat(call, async () => {
      const attempt = await this.#send(call);
      return attempt.finish(attempt.response.blob());
    });
  }

  /** A response whose body is streamed: the timeout covers its headers only. @throws {PlacardError} */
  async stream(call: Call): Promise<Response> {
    const attempt = await this.#send(call);
    attempt.release();
    return attempt.response;
  }

  /** Runs `attempt`, and repeats it after a pause when that is safe and may succeed. */
  async #repeat<T>({ method, repeatable, options }: Call, attempt: () => Promise<T>): Promise<T> {
    const isSafe = repeatable ?? (method !== 'POST' && method !== 'PATCH');
    const retries = isSafe ? (options?.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES) : 0;
    return withRetries(attempt, { retries, signal: options?.signal });
  }

  async #send({ method, path, query = {}, body, form, headers, options }: Call) {
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const { token } = this.#options;
    const credential = typeof token === 'function' ? await token() : token;
    const attempt = await send(this.#options.fetch ?? fetch, url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(credential && { Authorization: `Bearer ${credential}` }),
        ...headers,
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: options?.signal,
      timeoutMs: options?.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
    const renewed = attempt.response.headers.get('x-renewed-token');
    if (renewed) this.#options.onRenewedToken?.(renewed);
    if (!attempt.response.ok) throw await attempt.finish(errorOf(attempt.response));
    return attempt;
  }
}

/** @throws {PlacardError} when the response is not from an API, such as the sign-in page of a network */
function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedResponse(status, { cause });
  }
}

interface SendOptions {
  method: string;
  headers?: Record<string, string>;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
}

/** One request. The time limit includes reading the body in `finish`, and ends with `release`. */
export async function send(
  fetcher: typeof fetch,
  url: URL,
  { signal, timeoutMs, ...init }: SendOptions,
): Promise<{ response: Response; finish<T>(reading: Promise<T>): Promise<T>; release(): void }> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  const done = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      done();
      if (signal?.aborted) throw signal.reason;
      throw connectionError(error, url, controller.signal.reason === 'timeout' ? timeoutMs : null);
    }
  };
  // Redirects are not followed, because the credential is for this address only.
  const response = await guard(
    fetcher(url, { ...init, redirect: 'manual', signal: controller.signal, cache: 'no-store' }),
  );
  return {
    response,
    finish: async (reading) => {
      const result = await guard(reading);
      done();
      return result;
    },
    // The caller's signal still aborts the body.
    release: () => clearTimeout(timer),
  };
}

function connectionError(cause: unknown, { origin }: URL, timeoutMs: number | null): PlacardError {
  if (cause instanceof PlacardError) return cause;
  if (timeoutMs !== null) {
    const message = `${origin} did not respond within ${timeoutMs / 1000} seconds.`;
    return new PlacardError({ status: null, code: 'timeout', message, cause });
  }
  const message = `${origin} cannot be reached.`;
  return new PlacardError({ status: null, code: 'connection_failed', message, cause });
}

/** Repeats an attempt, after growing pauses, when its failure is temporary. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, signal }: { retries: number; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= retries || !(error instanceof PlacardError) || !isTemporary(error, tried)) throw error;
      await pause(pauseBefore(error, tried), signal);
    }
  }
}

function isTemporary({ status, code, retryAfterSeconds }: PlacardError, tried: number): boolean {
  if (code === 'quota_exceeded') return false;
  if (retryAfterSeconds !== null && retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return false;
  // The first attempt of this request is still being processed.
  if (status === 409) return code === 'invalid_state' && tried > 0;
  return status === null || status === 408 || status === 429 || status >= 500;
}

function pauseBefore({ retryAfterSeconds }: PlacardError, tried: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000;
  return backOffMs(tried, FIRST_PAUSE_MS, MAX_PAUSE_MS) * (0.75 + Math.random() / 4);
}
