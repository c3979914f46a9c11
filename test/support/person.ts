import { setTimeout as pause } from 'node:timers/promises';
import { createPanel, type Panel, type PanelOptions } from '#gateway/simulator/panel.ts';
import { newId } from '#shared/ids.ts';
import type { Answer, Client } from './client.ts';

export interface Upload {
  bytes: Uint8Array;
  contentType: string;
  filename?: string;
}

/** A user of the whole application, doing what the README tells people to do. */
export interface Person {
  /** With a session: the account's own screens. */
  app: Client;
  /** With a personal access token. */
  sdk: Client;
  /** A simulated panel that this person has claimed. It is connected. */
  panel(options?: Partial<PanelOptions>): Promise<{ panel: Panel; displayId: string }>;
  /** Creates a Content of one binary asset; `key` is its Idempotency-Key. */
  create(upload: Upload, target: object, key?: string): Promise<Answer>;
  /** Creates, uploads and confirms one picture in `hardcode`; answers the Content's id. */
  push(upload: Upload, target: object): Promise<string>;
  /** Resolves when the Content is past processing. */
  settled(contentId: string): Promise<Answer['body']>;
}

export async function registerPerson(client: Client, server: string): Promise<Person> {
  const name = newId().slice(-12);
  const registration = { email: `${name}@example.org`, username: name, password: 'correct horse' };
  const registered = await client.post('/auth/register', { body: registration });
  const app = client.as(registered.body.accessToken);
  const sdk = client.as((await app.post('/auth/tokens', { body: { name: 'test' } })).body.token);

  const person: Person = {
    app,
    sdk,
    async panel(options = {}) {
      const panel = createPanel({
        server,
        hardwareId: `hw-${newId()}`,
        reconnectMs: 50,
        heartbeatMs: 500,
        ...options,
      });
      await panel.connect();
      const body = { code: await panel.claimCode(), nickname: 'Hall' };
      const { id } = (await app.post('/api/app/v1/displays/claim', { body })).body;
      return { panel, displayId: id };
    },
    create({ bytes, contentType, filename = 'picture' }, target, key = newId()) {
      const asset = { type: 'image', filename, contentType, sizeBytes: bytes.length };
      return sdk.post('/api/sdk/v1/contents', {
        key,
        body: { mode: 'hardcode', assets: [asset], ...target },
      });
    },
    async push(picture, target) {
      const { content, uploadTickets } = (await person.create(picture, target)).body;
      await sendBytes(uploadTickets[0], picture);
      await sdk.post(`/api/sdk/v1/contents/${content.id}/confirm`);
      return content.id;
    },
    async settled(contentId) {
      for (;;) {
        const { body } = await sdk.get(`/api/sdk/v1/contents/${contentId}`);
        if (body.state === 'ready' || body.state === 'failed') return body;
        await pause(20); // so that asking does not take the time of answering
      }
    },
  };
  return person;
}

/** Sends the bytes to a ticket as the specification says: all fields first, the file last. Answers the status. */
export async function sendBytes(
  ticket: { url: string; fields: Record<string, string> },
  { bytes, contentType }: Upload,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), 'file');
  return (await fetch(ticket.url, { method: 'POST', body: form })).status;
}
