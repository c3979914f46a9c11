import { randomUUID } from 'node:crypto';
import { register, type TestAccount } from '#test/modules/identity/accounts/account.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#test/support/app.ts';
import { type ApiResponse, type Client, createClient } from '#test/support/client.ts';
import { until as untilTrue } from '#test/support/until.ts';

export const APP = '/api/app/v1';
export const SDK = '/api/sdk/v1';

export interface LibraryStand extends TestApp {
  client: Client;
  /** A user with a signed-in client. */
  newUser(): Promise<TestAccount>;
}

export async function startLibrary(options: TestAppOptions = {}): Promise<LibraryStand> {
  const app = await startTestApp(options);
  const client = createClient(app);
  return { ...app, client, newUser: () => register(client) };
}

/** A panel that the user has claimed: the id of its display. */
export async function claimDisplay(
  client: Client,
  size: { width?: number; height?: number } = {},
): Promise<string> {
  const hardwareId = `hw-${randomUUID()}`;
  const enrolled = await client.post('/api/device/v1/enroll', { body: { hardwareId, ...size } });
  const claimed = await client.post(`${APP}/displays/claim`, { body: { code: enrolled.body.claim.code } });
  if (claimed.status !== 201) throw new Error(`claiming returned ${claimed.text}`);
  return claimed.body.id;
}

export function create(client: Client, body: unknown, key: string = randomUUID()): Promise<ApiResponse> {
  return client.post(`${APP}/contents`, { body, key });
}

export const text = (words: string) => ({ type: 'text', text: words });
export const link = (url: string) => ({ type: 'link', url });
export const png = (sizeBytes: number, filename = 'photo.png') => ({
  type: 'image',
  filename,
  contentType: 'image/png',
  sizeBytes,
});
export const pdf = (sizeBytes: number, filename = 'paper.pdf') => ({
  type: 'file',
  filename,
  contentType: 'application/pdf',
  sizeBytes,
});

export interface Ticket {
  assetIndex: number;
  url: string;
  fields: Record<string, string>;
  expiresAt: string;
}

/** Sends bytes by a ticket as a browser would: all fields, then the file. Returns the status. */
export async function upload(ticket: Ticket, bytes: Uint8Array): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'upload');
  const response = await fetch(ticket.url, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

export const confirm = (client: Client, id: string) => client.post(`${APP}/contents/${id}/confirm`);
export const read = (client: Client, id: string) => client.get(`${APP}/contents/${id}`);

/** A Content once it is in a state. @throws at once when it ends in another one */
export async function until(client: Client, id: string, state: string): Promise<any> {
  return untilTrue(`a content that is ${state}`, async () => {
    const { body } = await read(client, id);
    if (body.state === state) return body;
    if (body.state === 'ready' || body.state === 'failed')
      throw new Error(`the content became ${body.state}: ${JSON.stringify(body.failure)}`);
    return null;
  });
}

/** Calls that are all under way at once. */
export function parallel<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}
