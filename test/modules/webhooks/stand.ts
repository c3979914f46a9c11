import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { createWebhooks, type Deliveries, type Webhooks } from '#modules/webhooks';
import { addSeconds } from '#shared/clock.ts';
import { recordEvent } from '#shared/db/outbox.ts';
import { APP, type LibraryStand, startLibrary } from '#test/modules/library/stand.ts';
import type { Client } from '#test/support/client.ts';
import { within } from '#test/support/until.ts';

export interface Message {
  id: string;
  headers: IncomingMessage['headers'];
  body: string;
  type: string;
  data: Record<string, unknown>;
}

/** A server that webhooks are sent to. */
export interface Receiver {
  url: string;
  /** What arrived, also what was answered with a failure, in order. */
  messages: Message[];
  /** Answers each message; 204 by default. */
  answer: (message: Message, response: ServerResponse) => void;
  /** Resolves when so many messages are there. */
  received(count: number): Promise<Message[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    const message = { id: String(request.headers['webhook-id']), headers: request.headers, body, type, data };
    receiver.messages.push(message);
    receiver.answer(message, response);
    for (const check of waiting) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages: [],
    answer: (_message, response) => void response.writeHead(204).end(),
    received(count) {
      const come = new Promise<Message[]>((resolve) => {
        const check = () => {
          if (receiver.messages.length < count) return;
          waiting.delete(check);
          resolve(receiver.messages);
        };
        waiting.add(check);
        check();
      });
      return within(() => `${count} messages of a webhook; ${receiver.messages.length} came`, come);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** @throws when the official library does not accept the message's signature */
export function verify(secret: string, { headers, body }: Message): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

export interface WebhookStand extends LibraryStand {
  webhooks: Webhooks;
  /** Moves the clock of what sends, and wakes it. */
  moveClock(seconds: number): Promise<void>;
  /** What sends at this moment. */
  sender: { deliveries: Deliveries };
  record(
    userId: string,
    type: string,
    displayId?: string | null,
    data?: Record<string, unknown>,
  ): Promise<void>;
  /** A webhook of the user as it was created, with its secret. */
  subscribe(client: Client, url: string, events: string[]): Promise<{ id: string; secret: string }>;
}

/** The api in this process, and what sends on a clock that can be moved. */
export async function startWebhooks({ attemptMs }: { attemptMs?: number } = {}): Promise<WebhookStand> {
  const stand = await startLibrary({ settings: { WEBHOOK_ALLOW: '127.0.0.1' } });
  const { app } = stand;
  let moved = 0;
  const webhooks = createWebhooks({
    ...app,
    ...(attemptMs && { attemptMs }),
    clock: { now: () => addSeconds(new Date(), moved) },
    inUserTransaction: app.identity.inUserTransaction,
  });
  const sender = { deliveries: await webhooks.runDeliveries() };
  return {
    ...stand,
    webhooks,
    sender,
    async moveClock(seconds) {
      moved += seconds;
      await app.db.raw(`select pg_notify('event_recorded', '')`);
    },
    async record(userId, type, displayId = null, data = {}) {
      await app.db.transaction((trx) => recordEvent(trx, { userId, type, displayId, data }));
    },
    async subscribe(client, url, events) {
      const { status, body, text } = await client.post(`${APP}/webhooks`, { body: { url, events } });
      if (status !== 201) throw new Error(`creating a webhook returned ${text}`);
      return body;
    },
    async close() {
      await sender.deliveries.close();
      await stand.close();
    },
  };
}
