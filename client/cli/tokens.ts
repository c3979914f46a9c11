import { Connection } from '../connection.ts';
import { PlacardError } from '../error.ts';
import type { Result } from '../types.ts';
import { failure } from './exit-codes.ts';

const MAX_NAME_CHARACTERS = 100;

/**
 * Signs in with a password, creates a personal access token and ends the session.
 * @throws {CommandError} when the box refuses the password
 */
export async function makeToken(
  url: string,
  { identifier, password, name }: { identifier: string; password: string; name: string },
  signal: AbortSignal,
): Promise<string> {
  const options = { signal };
  const session = await new Connection({ url })
    .json<Result<'post_auth_login'>>({
      method: 'POST',
      path: 'auth/login',
      body: { identifier, password },
      options,
    })
    .catch((error) => {
      if (!(error instanceof PlacardError) || error.status !== 401) throw error;
      const hint = 'Try again; `make user-reset EMAIL=…` on the box prints a code that sets a new password.';
      throw failure(error.code, 'The e-mail address or the password is wrong.', hint);
    });
  const connection = new Connection({ url, token: session.accessToken });
  try {
    const body = { name: name.slice(0, MAX_NAME_CHARACTERS) };
    const created = await connection.json<Result<'post_auth_tokens'>>({
      method: 'POST',
      path: 'auth/tokens',
      body,
      options,
    });
    return created.token;
  } finally {
    const { refreshToken } = session;
    await connection.json({ method: 'POST', path: 'auth/logout', body: { refreshToken } }).catch(() => {});
  }
}

/** Revokes a personal access token. One that the box does not know any more counts as revoked. */
export async function revokeToken(url: string, token: string, signal: AbortSignal): Promise<void> {
  const call = { method: 'DELETE', path: 'auth/tokens/current', options: { signal } } as const;
  await new Connection({ url, token }).json(call).catch((error) => {
    if (!(error instanceof PlacardError) || error.status !== 401) throw error;
  });
}
