import { newId } from '#shared/ids.ts';
import type { TestApp } from './app.ts';
import { type Client, createClient } from './client.ts';

export interface Picture {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
}

/** A registered user, with what such a user does over HTTP. */
export interface Owner {
  /** With a session access token. */
  client: Client;
  /** Claims a panel by its code; answers the display's id. */
  claim(code: string): Promise<string>;
  /** Stores a picture as a hardcode Content, uploaded and not confirmed yet. */
  upload(displayId: string, picture: Picture): Promise<string>;
  /** Starts the processing of a Content. */
  confirm(contentId: string): Promise<void>;
  /** Waits until a Content is past processing; answers its presentations. */
  presentationsOf(contentId: string): Promise<string[]>;
}

export async function registerOwner(app: TestApp): Promise<Owner> {
  const name = newId().slice(-12);
  const account = { email: `${name}@example.org`, username: name, password: 'correct horse' };
  const registered = await createClient(app).post('/auth/register', { body: account });
  const client = createClient(app, registered.body.accessToken);
  return {
    client,
    async claim(code) {
      const { status, body, text } = await client.post('/api/app/v1/displays/claim', { body: { code } });
      if (status !== 201) throw new Error(text);
      return body.id;
    },
    async upload(displayId, { bytes, contentType }) {
      const asset = { type: 'image', filename: 'picture', contentType, sizeBytes: bytes.length };
      const body = { mode: 'hardcode', displayId, assets: [asset] };
      const created = await client.post('/api/app/v1/contents', { body, key: newId() });
      const [ticket] = created.body.uploadTickets;
      const form = new FormData();
      for (const [field, value] of Object.entries<string>(ticket.fields)) form.append(field, value);
      form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), 'picture');
      const uploaded = await fetch(ticket.url, { method: 'POST', body: form });
      if (uploaded.status !== 204) throw new Error(await uploaded.text());
      return created.body.content.id;
    },
    async confirm(contentId) {
      const { status, text } = await client.post(`/api/app/v1/contents/${contentId}/confirm`);
      if (status !== 200) throw new Error(text);
    },
    async presentationsOf(contentId) {
      for (;;) {
        const { body } = await client.get(`/api/app/v1/contents/${contentId}`);
        if (body.state === 'failed') throw new Error(JSON.stringify(body.failure));
        if (body.state === 'ready') return body.presentationIds;
      }
    },
  };
}
