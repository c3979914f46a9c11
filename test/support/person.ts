import type { Panel } from '#client/panel/panel.ts';
import type { PanelOptions } from '#client/panel/panel-options.ts';
import { newId } from '#shared/ids.ts';
import type { ApiResponse, Client } from './client.ts';
import { simulatedPanel } from './simulated-panels.ts';
import { until } from './until.ts';

export interface Upload {
  bytes: Uint8Array;
  contentType: string;
  filename?: string;
}

/** A user of the whole application who follows the steps of the README. */
export interface Person {
  /** Calls with a session: the screens of the account. */
  app: Client;
  /** Calls with a personal access token. */
  sdk: Client;
  /** Claims a panel by its code; returns the display's id. */
  claim(code: string): Promise<string>;
  /** A simulated panel that this person has claimed. It is connected. */
  panel(options?: Partial<PanelOptions>): Promise<{ panel: Panel; displayId: string }>;
  /** Creates a Content of one binary asset; `key` is its Idempotency-Key. */
  create(upload: Upload, target: object, key?: string): Promise<ApiResponse>;
  /** Creates a Content of one picture in `hardcode` and sends its bytes; returns the Content's id. */
  upload(picture: Upload, target: object): Promise<string>;
  /** Starts the processing of a Content. */
  confirm(contentId: string): Promise<void>;
  /** Uploads and confirms. */
  push(picture: Upload, target: object): Promise<string>;
  /** Resolves when the Content is past processing. */
  settled(contentId: string): Promise<ApiResponse['body']>;
}

/** Registers a new user; returns a client with their session. */
export async function registerUser(client: Client): Promise<Client> {
  const name = newId().slice(-12);
  const body = { email: `${name}@example.org`, username: name, password: 'correct horse' };
  const registered = await client.post('/auth/register', { body });
  if (registered.status !== 201) throw new Error(registered.text);
  return client.as(registered.body.accessToken);
}

export async function registerPerson(client: Client, server: string): Promise<Person> {
  const app = await registerUser(client);
  const sdk = client.as((await app.post('/auth/tokens', { body: { name: 'test' } })).body.token);

  const person: Person = {
    app,
    sdk,
    async claim(code) {
      const { status, body, text } = await app.post('/api/app/v1/displays/claim', {
        body: { code, nickname: 'Hall' },
      });
      if (status !== 201) throw new Error(text);
      return body.id;
    },
    async panel(options = {}) {
      const panel = simulatedPanel({
        server,
        hardwareId: `hw-${newId()}`,
        reconnectMs: 50,
        heartbeatMs: 500,
        ...options,
      });
      await panel.connect();
      return { panel, displayId: await person.claim(await panel.claimCode()) };
    },
    create({ bytes, contentType, filename = 'picture' }, target, key = newId()) {
      const asset = { type: 'image', filename, contentType, sizeBytes: bytes.length };
      return sdk.post('/api/sdk/v1/contents', {
        key,
        body: { mode: 'hardcode', assets: [asset], ...target },
      });
    },
    async upload(picture, target) {
      const { status, body, text } = await person.create(picture, target);
      if (status !== 201) throw new Error(text);
      const uploaded = await sendBytes(body.uploadTickets[0], picture);
      if (uploaded !== 204) throw new Error(`the upload was answered with ${uploaded}`);
      return body.content.id;
    },
    async confirm(contentId) {
      const { status, text } = await sdk.post(`/api/sdk/v1/contents/${contentId}/confirm`);
      if (status !== 200) throw new Error(text);
    },
    async push(picture, target) {
      const contentId = await person.upload(picture, target);
      await person.confirm(contentId);
      return contentId;
    },
    settled: (contentId) =>
      until('a content past processing', async () => {
        const { body } = await sdk.get(`/api/sdk/v1/contents/${contentId}`);
        return (body.state === 'ready' || body.state === 'failed') && body;
      }),
  };
  return person;
}

/** Sends the bytes to a ticket: all fields first, the file last. Returns the status. */
export async function sendBytes(
  ticket: { url: string; fields: Record<string, string> },
  { bytes, contentType }: Upload,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), 'file');
  return (await fetch(ticket.url, { method: 'POST', body: form })).status;
}
