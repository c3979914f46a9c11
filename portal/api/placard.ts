import { Placard } from '#client/index.ts';
import { boxUrl } from '../base.ts';
import { accessToken, keep, renew } from '../session/credentials.ts';
import { heardFromBox, missedBox } from '../store/connection.ts';
import { localUrl } from './installation.ts';

/**
 * Requests of this page: to the box as it was reached, with the session renewed when the box no longer takes its token, and
 * watched for whether the box is there.
 */
async function request(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = localUrl(String(input));
  const isOwn = url.startsWith(boxUrl.href);
  const response = await watched(url, init, isOwn);
  const sent = new Headers(init.headers).get('Authorization');
  if (response.status !== 401 || !isOwn || !sent || !(await isTokenRefused(response))) return response;
  const renewed = await renew(sent.replace('Bearer ', ''));
  if (!renewed) return response;
  const headers = { ...(init.headers as object), Authorization: `Bearer ${renewed.accessToken}` };
  return watched(url, { ...init, headers }, isOwn);
}

async function watched(url: string, init: RequestInit, isOwn: boolean): Promise<Response> {
  try {
    const response = await fetch(url, init);
    if (isOwn) heardFromBox();
    return response;
  } catch (error) {
    if (isOwn && !init.signal?.aborted) missedBox();
    throw error;
  }
}

/** A wrong password is refused with the same status. */
async function isTokenRefused(response: Response): Promise<boolean> {
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
  onRenewedToken: (token) => keep({ accessToken: token }),
  fetch: request,
});
