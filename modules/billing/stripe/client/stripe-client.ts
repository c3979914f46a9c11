import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { backOffMs } from '#shared/back-off.ts';
import { parseJson } from '#shared/parse-json.ts';
import { encodeForm, type FormValue } from './encode-form.ts';
import { isKeyInUse, StripeError } from './stripe-error.ts';

/**
 * The version of Stripe's API for requests, regardless of the account's version. Webhooks use the account's version, so
 * only ids are read from them.
 */
const API_VERSION = '2026-10-28.endive';
/** Attempts of a call whose connection broke. A kept-alive connection breaks if Stripe closes it at that moment. */
const MAX_CONNECTION_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 800;
/** Stripe's limit for a page of a list. */
const PAGE_SIZE = 100;

export type Parameters = { [name: string]: FormValue | undefined };

/** Every call may be repeated: calls that create an object have an idempotency key. */
export interface StripeClient {
  /** @throws {StripeError} */
  get<T>(path: string, parameters: Parameters, shape: z.ZodType<T>): Promise<T>;
  /** Returns every object of a list from all its pages, newest first. @throws {StripeError} */
  list<T extends { id: string }>(path: string, parameters: Parameters, shape: z.ZodType<T>): Promise<T[]>;
  /** @param key idempotency key: for 24 hours the same call with it returns the same response. @throws {StripeError} */
  post<T>(path: string, parameters: Parameters, shape: z.ZodType<T>, key?: string): Promise<T>;
  /** @throws {StripeError} */
  delete<T>(path: string, shape: z.ZodType<T>): Promise<T>;
}

export interface StripeServer {
  apiBase: string;
  secretKey: string;
  timeoutMs: number;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  form?: string;
  key?: string;
}

export function createStripeClient(server: StripeServer): StripeClient {
  const send = async <T>(call: Call, shape: z.ZodType<T>): Promise<T> => {
    const response = shape.safeParse(await requestWithRetry(server, call));
    if (response.success) return response.data;
    throw new StripeError('broken', `Stripe's response to ${methodAndPath(call)} has an unexpected shape.`);
  };
  const get: StripeClient['get'] = (path, parameters, shape) =>
    send({ method: 'GET', path: `${path}?${encodeForm(parameters)}` }, shape);
  return {
    get,
    async list<T extends { id: string }>(path: string, parameters: Parameters, shape: z.ZodType<T>) {
      const page = z.object({ data: z.array(shape), has_more: z.boolean() });
      const all: T[] = [];
      for (let more = true; more; ) {
        const after = { limit: PAGE_SIZE, starting_after: all.at(-1)?.id };
        const { data, has_more } = await get(path, { ...parameters, ...after }, page);
        all.push(...data);
        more = has_more && data.length > 0;
      }
      return all;
    },
    post: (path, parameters, shape, key) =>
      send({ method: 'POST', path, form: encodeForm(parameters), ...(key && { key }) }, shape),
    delete: (path, shape) => send({ method: 'DELETE', path }, shape),
  };
}

/**
 * Repeats a call that failed because of a broken connection or a concurrent call with the same key, within its time limit.
 */
async function requestWithRetry(server: StripeServer, call: Call): Promise<unknown> {
  const signal = AbortSignal.timeout(server.timeoutMs);
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(server, call, signal);
    } catch (error) {
      const broken = error instanceof StripeError && error.failure === 'unreachable';
      if (!isKeyInUse(error) && !(broken && attempt < MAX_CONNECTION_ATTEMPTS)) throw error;
      const wait = backOffMs(attempt - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS);
      await pause(wait, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

async function request(server: StripeServer, call: Call, signal: AbortSignal): Promise<unknown> {
  const { method, path, form, key } = call;
  let response: Response;
  let text: string;
  try {
    response = await fetch(server.apiBase + path, {
      method,
      headers: {
        authorization: `Bearer ${server.secretKey}`,
        'stripe-version': API_VERSION,
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(form !== undefined && { body: form }),
      redirect: 'manual', // the key goes to the configured address or nowhere
      signal,
    });
    text = await response.text();
  } catch {
    if (signal.aborted)
      throw new StripeError('slow', `Stripe did not respond to ${methodAndPath(call)} in time.`);
    throw new StripeError('unreachable', `Stripe could not be reached for ${methodAndPath(call)}.`);
  }
  if (response.ok) return parseJson(text);
  throw refusal(call, response, parseJson(text));
}

const optionalText = z.string().nullish().catch(null);
const errorBody = z
  .object({ error: z.object({ type: optionalText, code: optionalText, param: optionalText }) })
  .catch({ error: { type: null, code: null, param: null } });

function refusal(call: Call, { status, headers }: Response, body: unknown): StripeError {
  const { type = null, code = null, param = null } = errorBody.parse(body).error;
  const failure = status === 429 ? 'busy' : status >= 400 && status < 500 ? 'refused' : 'broken';
  const reason = [code ?? type, param && `(${param})`].filter(Boolean).join(' ');
  const message = `Stripe responded to ${methodAndPath(call)} with ${status}${reason && `: ${reason}`}.`;
  const requestId = headers.get('request-id');
  return new StripeError(failure, message, { status, type, code, param, requestId });
}

/** Without the query, so that its values are not logged. */
function methodAndPath({ method, path }: Call): string {
  return `${method} ${path.split('?')[0]}`;
}
