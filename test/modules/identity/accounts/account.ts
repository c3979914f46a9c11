import type { Client } from '#test/support/client.ts';

export interface TestAccount {
  email: string;
  username: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  userId: string;
  /** A client that is signed in. */
  client: Client;
}

let count = 0;

/** Registers a new user. */
export async function register(client: Client): Promise<TestAccount> {
  count += 1;
  const username = `user${process.pid}-${count}`;
  const identity = { username, email: `${username}@example.com`, password: 'correct horse battery' };
  const { status, body } = await client.post('/auth/register', { body: identity });
  if (status !== 201) throw new Error(`registration returned ${status}`);
  const { accessToken, refreshToken, user } = body;
  return { ...identity, accessToken, refreshToken, userId: user.id, client: client.as(accessToken) };
}
