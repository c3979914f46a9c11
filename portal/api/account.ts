import type { Body, Result } from '#client/index.ts';
import { placard } from './placard.ts';
import { noteUser } from './session.ts';

export type Profile = Result<'get_auth_me'>;
export type SessionEntry = Result<'get_auth_sessions'>[number];
export type TokenEntry = Result<'get_auth_tokens'>[number];
export type NewToken = Result<'post_auth_tokens'>;

const json = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  placard.connection.json<T>({ method, path: `auth/${path}`, body });
const segment = encodeURIComponent;

/** The user's own account. Every call rejects with a `PlacardError`. */
export const account = {
  me: () => json<Profile>('GET', 'me'),
  async update(change: Body<'put_auth_me'>): Promise<void> {
    noteUser(await json<Profile>('PUT', 'me', change));
  },
  sessions: () => json<SessionEntry[]>('GET', 'sessions'),
  endSession: (id: string) => json<void>('DELETE', `sessions/${segment(id)}`),
  tokens: () => json<TokenEntry[]>('GET', 'tokens'),
  createToken: (request: Body<'post_auth_tokens'>) => json<NewToken>('POST', 'tokens', request),
  revokeToken: (id: string) => json<void>('DELETE', `tokens/${segment(id)}`),
  deleteAccount: (request: Body<'delete_auth_account'>) => json<void>('DELETE', 'account', request),
  resetPassword: (request: Body<'post_auth_password_reset'>) => json<void>('POST', 'password/reset', request),
};
