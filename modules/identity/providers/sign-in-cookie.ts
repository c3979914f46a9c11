import type { IncomingHttpHeaders } from 'node:http';
import { brand } from '#shared/brand.ts';
import type { ProviderName } from './provider.ts';
import { STATE_SECONDS } from './sign-in-states.ts';

const PATH = '/auth/oauth';

/**
 * The cookie that binds a sign-in to the browser which began it. There is one per state, so that two tabs do not disturb
 * each other. Apple's callback is a POST from its own site, for which browsers send only `SameSite=None` cookies.
 */
export function signInCookie(
  provider: ProviderName,
  publicUrl: string,
  state: string,
  browserSecret: string,
): string {
  return `${cookieName(state)}=${browserSecret}; Max-Age=${STATE_SECONDS}; ${attributes(provider, publicUrl)}`;
}

export function clearedCookie(provider: ProviderName, publicUrl: string, state: string): string {
  return `${cookieName(state)}=; Max-Age=0; ${attributes(provider, publicUrl)}`;
}

export function readSignInCookie({ cookie = '' }: IncomingHttpHeaders, state: string): string | null {
  const name = cookieName(state);
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

function cookieName(state: string): string {
  return `${brand.name.toLowerCase()}_signin_${state.replace(/[^\w-]/g, '').slice(0, 12)}`;
}

function attributes(provider: ProviderName, publicUrl: string): string {
  const secure = provider === 'apple' || publicUrl.startsWith('https:');
  // The path of the cookie is that of the callback, which is below the path of the public address.
  const path = new URL(publicUrl).pathname.replace(/\/$/, '') + PATH;
  return `Path=${path}; HttpOnly; SameSite=${provider === 'apple' ? 'None' : 'Lax'}${secure ? '; Secure' : ''}`;
}
