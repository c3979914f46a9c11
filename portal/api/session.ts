import { endSession, refreshToken, storeSession, updateSession } from '../session/credentials.ts';
import type { TokenPair } from '../session/token-pair.ts';
import { placard } from './placard.ts';

const post = <T>(path: string, body: object) => placard.connection.json<T>({ method: 'POST', path, body });

/** @param identifier e-mail address or user name. @throws {PlacardError} */
export async function signIn(identifier: string, password: string): Promise<void> {
  storeSession(await post<TokenPair>('auth/login', { identifier, password }));
}

/** @throws {PlacardError} */
export async function register(account: {
  email: string;
  username: string;
  password: string;
  inviteCode?: string;
}): Promise<void> {
  storeSession(await post<TokenPair>('auth/register', account));
}

/** Ends this session, in every tab. @throws {PlacardError} when the box cannot be reached; the session then stays */
export async function signOut(): Promise<void> {
  await post('auth/logout', { refreshToken: refreshToken() ?? undefined });
  endSession({ ended: false });
}

/** Reads the result of a provider's sign-in from the fragment of the address, and removes it there. */
export async function readProviderReturn(): Promise<{ error: string | null; notice: string | null } | null> {
  const values = new URLSearchParams(location.hash.slice(1));
  const accessToken = values.get('accessToken');
  const refreshTokenGiven = values.get('refreshToken');
  const error = values.get('error');
  if (!error && !(accessToken && refreshTokenGiven)) return null;
  history.replaceState(null, '', location.pathname + location.search);
  if (accessToken && refreshTokenGiven) {
    const headers = { Authorization: `Bearer ${accessToken}` };
    const user = await placard.connection.json<TokenPair['user']>({
      method: 'GET',
      path: 'auth/me',
      headers,
    });
    storeSession({ accessToken, refreshToken: refreshTokenGiven, user });
  }
  return { error, notice: values.get('notice') };
}

/** Notifies every tab of the user's new name. */
export function noteUser(user: TokenPair['user']): void {
  updateSession({ user: { id: user.id, email: user.email, username: user.username } });
}
