import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiRequest, handleApiRequest } from './api.ts';
import { Books } from './books.ts';
import { readForm } from './form.ts';
import { handleHook, type Mood } from './hooks.ts';
import { createKeyring, type Stored } from './idempotency.ts';
import { objectId } from './objects.ts';
import { handlePage } from './pages.ts';
import { Refusal } from './refusal.ts';
import { Webhooks } from './webhooks.ts';

export const STAND_IN_KEY = 'sk_test_stand_in';
export const STAND_IN_WEBHOOK_SECRET = 'whsec_stand_in';

export interface StandInOptions {
  /** 0 for any free port. */
  port?: number;
  webhookUrl?: string;
  /** Pause before the first repetition of a delivery. */
  retryMs?: number;
  /** Duration of API calls that change something, so that calls overlap. */
  latencyMs?: number;
}

type ReceivedRequest = Pick<ApiRequest, 'method' | 'path'>;

interface Held {
  /** Resolves when the call has arrived and its response is determined. */
  arrived: Promise<void>;
  release(): void;
}

/** A server with the part of Stripe's API for subscriptions, its pages, and its webhooks. */
export interface StripeStandIn {
  /** For `STRIPE_API_BASE`. */
  url: string;
  books: Books;
  webhooks: Webhooks;
  mood: Mood;
  /** API calls so far. */
  readonly requests: ReceivedRequest[];
  /** Determines the response to the next such call when it arrives, and sends it when it is released. */
  holdNext(matches: (request: ReceivedRequest) => boolean): Held;
  close(): Promise<void>;
}

interface Hold {
  matches(request: ReceivedRequest): boolean;
  arrive(): void;
  released: Promise<void>;
}

export async function startStripeStandIn(options: StandInOptions = {}): Promise<StripeStandIn> {
  const { port = 0, latencyMs = 0, retryMs = 1000, webhookUrl = '' } = options;
  const webhooks = new Webhooks({ url: webhookUrl, secret: STAND_IN_WEBHOOK_SECRET, retryMs });
  const keyring = createKeyring();
  const holds: Hold[] = [];

  const server = createServer(async (incoming, response) => {
    try {
      await serve(incoming, response);
    } catch (error) {
      const { status, body } = refused(error);
      json(response, status, body);
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StripeStandIn = {
    url,
    books: new Books(url, (event) => webhooks.send(event)),
    webhooks,
    mood: 'good',
    requests: [],
    holdNext(matches) {
      const [here, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.push({ matches, arrive: here.resolve, released: go.promise });
      return { arrived: here.promise, release: go.resolve };
    },
    async close() {
      webhooks.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const { books, requests } = standIn;
  return standIn;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', url);
    const body = await text(incoming);
    const { method = '' } = incoming;
    const request: ApiRequest = { method, path, query, form: readForm(body) };
    if (path.startsWith('/v1/')) return serveApi(incoming, response, request, body);
    if (path.startsWith('/stand-in/')) {
      json(response, 200, handleHook(standIn, method, path.slice('/stand-in/'.length), body));
      return;
    }
    const page = handlePage(books, request);
    if ('location' in page) response.writeHead(303, page).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.page);
  }

  async function serveApi(
    { headers, socket }: IncomingMessage,
    response: ServerResponse,
    request: ApiRequest,
    body: string,
  ): Promise<void> {
    const { method, path } = request;
    requests.push({ method, path });
    if (standIn.mood === 'slow') return; // the caller closes the connection
    if (standIn.mood === 'down') return void socket.destroy();
    if (!/^Bearer sk_test_\w+$/.test(headers.authorization ?? ''))
      throw new Refusal(401, { message: 'Invalid API Key provided.' });
    const { status, body: responseBody } = await answerOnce(request, headers['idempotency-key'], body);
    await heldBack({ method, path });
    json(response, status, responseBody);
  }

  function answerOnce(request: ApiRequest, key: unknown, body: string): Promise<Stored> {
    const response = async () => {
      if (request.method !== 'GET') await pause(latencyMs);
      return standIn.mood === 'broken'
        ? failed('out of order')
        : settled(() => handleApiRequest(books, request));
    };
    if (request.method !== 'POST' || typeof key !== 'string') return response();
    return keyring.once(key, `${request.path} ${body}`, response);
  }

  async function heldBack(call: ReceivedRequest): Promise<void> {
    const at = holds.findIndex(({ matches }) => matches(call));
    const [hold] = at < 0 ? [] : holds.splice(at, 1);
    hold?.arrive();
    await hold?.released;
  }
}

/** The present state of the object that gets a response. */
function settled(work: () => object): Stored {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Stored {
  return error instanceof Refusal ? error : failed(String(error));
}

function failed(message: string): Stored {
  return { status: 500, body: { error: { type: 'api_error', message } } };
}

function json(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'request-id': objectId('req', 14) };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
