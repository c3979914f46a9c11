import { newId } from '#shared/ids.ts';
import { type Client, createClient } from '#test/support/client.ts';

const TOKENS_EACH = 2;

/** An account with everything that signs in to it. */
export interface Resident {
  email: string;
  accessToken: string;
  refreshToken: string;
  /** Personal access tokens. */
  tokens: string[];
}

export function clientOf(url: string, token?: string): Client {
  const client = createClient({ url, surfaces: [] });
  return token === undefined ? client : client.as(token);
}

/** The response of a call that has to succeed. */
export async function done(response: ReturnType<Client['get']>): Promise<any> {
  const { status, body, text } = await response;
  if (status >= 400) throw new Error(text);
  return body;
}

export async function moveIn(url: string): Promise<Resident> {
  const name = newId().slice(-12);
  const email = `${name}@example.org`;
  const body = { email, username: name, password: 'correct horse' };
  const { accessToken, refreshToken } = await done(clientOf(url).post('/auth/register', { body }));
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS_EACH; n++) {
    const made = clientOf(url, accessToken).post('/auth/tokens', { body: { name: `token ${n}` } });
    tokens.push((await done(made)).token);
  }
  return { email, accessToken, refreshToken, tokens };
}
