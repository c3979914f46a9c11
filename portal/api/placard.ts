import { Placard } from '#client/index.ts';
import { boxUrl } from '../base.ts';
import { accessToken, renew, updateSession } from '../session/credentials.ts';
import { noteResponse, noteUnreachable } from './connection.ts';
import { localUrl } from './installation.ts';

/** Two, because after hours of sleep the first token of another tab may have expired as well. */
const MAX_RENEWALS = 2;

/**
 * Sends a request of this page: to the address at which the box was opened, with a renewed session when its token has
 * expired. Notes whether the box responds.
 */
async function request(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = localUrl(String(input));
  const isOwn = url.startsWith(boxUrl.href);
  let response = await watched(url, init, isOwn);
  let sent = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '');
  for (let tries = 0; sent && isOwn && tries < MAX_RENEWALS && (await isTokenRefused(response)); tries++) {
    sent = (await renew(sent))?.accessToken;
    if (!sent) break;
    const headers = { ...(init.headers as object), Authorization: `Bearer ${sent}` };
    response = await watched(url, { ...init, headers }, isOwn);
  }
  return response;
}

async function watched(url: string, init: RequestInit, isOwn: boolean): Promise<Response> {
  try {
    const response = await fetch(url, init);
    // A server error may come from a proxy whose box does not respond.
    if (isOwn && response.status < 500) noteResponse();
    return response;
  } catch (error) {
    if (isOwn && !init.signal?.aborted) noteUnreachable();
    throw error;
  }
}

/** Whether the token was refused. A wrong password is refused with the same status. */
async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return body?.error?.code === 'authentication_failed';
}

/** The one client of this tab. */
export const placard = new Placard({
  url: boxUrl,
  token: accessToken,
  onRenewedToken: (token) => updateSession({ accessToken: token }),
  fetch: request,
});
