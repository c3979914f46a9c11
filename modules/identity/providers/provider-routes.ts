import type { IncomingHttpHeaders } from 'node:http';
import { type Route, type RouteResponse, route } from '#shared/http/route.ts';
import { presentTokenPair } from '../accounts/present-user.ts';
import { callerOf } from '../caller.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { nativeBody, providerCallback, startQuery, tokenPair } from '../schemas.ts';
import { limitLogins } from '../sessions/limits.ts';
import { finishSignIn, type ProviderCallback } from './finish-sign-in.ts';
import type { ClientName, ProviderName } from './provider.ts';
import { clearedCookie, readSignInCookie, signInCookie } from './sign-in-cookie.ts';
import { signInNatively } from './sign-in-natively.ts';
import { startSignIn } from './start-sign-in.ts';

const RETURNED =
  'Redirect to the target of the client that began, with `accessToken` and `refreshToken` (and `notice=password_removed`) or `error=<code>`: in the fragment for `web`, else as query parameters.';

/** Sign-in through Google and Apple. */
export function providerRoutes(context: IdentityContext): Route[] {
  return [
    startRoute(context, 'google'),
    route(
      {
        method: 'get',
        path: '/oauth/google/callback',
        summary: 'Return from Google to the client',
        tag: 'providers',
        auth: 'public',
        query: providerCallback,
        responses: { 302: { description: RETURNED } },
      },
      (request) => finish(context, 'google', request.query, request.headers, callerOf(request)),
    ),
    startRoute(context, 'apple'),
    route(
      {
        method: 'post',
        path: '/oauth/apple/callback',
        summary: 'Return from Apple to the client',
        tag: 'providers',
        auth: 'public',
        body: providerCallback,
        bodyType: 'form',
        responses: { 302: { description: RETURNED } },
      },
      (request) => finish(context, 'apple', request.body, request.headers, callerOf(request)),
    ),
    route(
      {
        method: 'post',
        path: '/oauth/apple/native',
        summary: 'Sign in with the credentials of an Apple device',
        tag: 'providers',
        auth: 'public',
        admit: ({ address }) => limitLogins(context, address),
        body: nativeBody,
        responses: { 200: { description: 'A new session.', schema: tokenPair } },
        errors: {
          401: ['authentication_failed'],
          403: ['registration_closed', 'email_unverified', 'email_missing'],
          409: ['email_taken'],
          501: ['provider_not_configured'],
          503: ['processing_unavailable'],
        },
      },
      async (request) => {
        const pair = await signInNatively(context, request.body, callerOf(request));
        return { body: presentTokenPair(pair) };
      },
    ),
  ];
}

function startRoute(context: IdentityContext, provider: ProviderName): Route {
  return route(
    {
      method: 'get',
      path: `/oauth/${provider}`,
      summary: `Sign in with ${provider === 'google' ? 'Google' : 'Apple'}`,
      tag: 'providers',
      auth: 'public',
      admit: ({ address }) => limitLogins(context, address),
      query: startQuery,
      responses: { 302: { description: 'Redirect to the consent screen of the provider.' } },
      errors: { 501: ['provider_not_configured'], 503: ['processing_unavailable'] },
    },
    async ({ query }) => {
      const started = await startSignIn(context, provider, query.client as ClientName);
      const { PUBLIC_URL } = context.config;
      const cookie = signInCookie(provider, PUBLIC_URL, started.checks.state, started.browserSecret);
      return redirect(started.consentUrl.href, cookie);
    },
  );
}

async function finish(
  context: IdentityContext,
  provider: ProviderName,
  callback: ProviderCallback,
  headers: IncomingHttpHeaders,
  caller: Caller,
): Promise<RouteResponse> {
  const { state } = callback;
  const browserSecret = state === undefined ? null : readSignInCookie(headers, state);
  const { location, stateTaken } = await finishSignIn(context, provider, callback, browserSecret, caller);
  const { PUBLIC_URL } = context.config;
  return redirect(location, stateTaken && state ? clearedCookie(provider, PUBLIC_URL, state) : undefined);
}

function redirect(location: string, cookie: string | undefined): RouteResponse {
  return { status: 302, headers: { Location: location, ...(cookie && { 'Set-Cookie': cookie }) } };
}
