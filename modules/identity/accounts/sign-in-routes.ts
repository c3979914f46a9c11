import { type Route, route } from '#shared/http/route.ts';
import { callerOf } from '../caller.ts';
import type { IdentityContext } from '../context.ts';
import { loginBody, logoutBody, ok, refreshBody, registerBody, resetBody, tokenPair } from '../schemas.ts';
import { limitLogins, limitRefreshes, limitRegistrations } from '../sessions/limits.ts';
import { logOut } from '../sessions/log-out.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { logIn } from './log-in.ts';
import { resetPassword } from './password-resets.ts';
import { presentTokenPair } from './present-user.ts';
import { registerUser } from './register-user.ts';

/** Registration, sign-in by password, refresh and logout. */
export function signInRoutes(context: IdentityContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/register',
        summary: 'Create an account',
        tag: 'account',
        auth: 'public',
        admit: ({ address }) => limitRegistrations(context, address),
        body: registerBody(context.config.REGISTRATION_EMAIL),
        responses: { 201: { description: 'The account, signed in.', schema: tokenPair } },
        errors: { 403: ['registration_closed'], 409: ['email_taken', 'username_taken'] },
      },
      async (request) => {
        const pair = await registerUser(context, request.body, callerOf(request));
        return { status: 201, body: presentTokenPair(pair) };
      },
    ),
    route(
      {
        method: 'post',
        path: '/login',
        summary: 'Sign in with a password',
        tag: 'account',
        auth: 'public',
        admit: ({ address }) => limitLogins(context, address),
        body: loginBody,
        responses: { 200: { description: 'A new session.', schema: tokenPair } },
        errors: { 401: ['invalid_credentials'] },
      },
      async (request) => {
        const pair = await logIn(context, request.body, callerOf(request));
        return { body: presentTokenPair(pair) };
      },
    ),
    route(
      {
        method: 'post',
        path: '/refresh',
        summary: 'Exchange a refresh token for a new pair',
        description:
          'A refresh token works once. Presented again within ten seconds it only fails; later it ends every session of the user, because it must have been copied.',
        tag: 'account',
        auth: 'public',
        admit: ({ address }) => limitRefreshes(context, address),
        body: refreshBody,
        responses: { 200: { description: 'The new pair.', schema: tokenPair } },
        errors: { 401: ['authentication_failed'] },
      },
      async (request) => {
        const pair = await refreshSession(context, request.body.refreshToken);
        return { body: presentTokenPair(pair) };
      },
    ),
    route(
      {
        method: 'post',
        path: '/logout',
        summary: 'End a session',
        description:
          'The session of the refresh token or, without one, of the access token. Another user’s refresh token changes nothing.',
        tag: 'account',
        body: logoutBody,
        responses: { 200: { description: 'The session has ended.', schema: ok } },
      },
      async ({ principal, body }) => {
        await logOut(context, principal, body?.refreshToken);
        return { body: { ok: true } };
      },
    ),
    route(
      {
        method: 'post',
        path: '/password/reset',
        summary: 'Set a new password with a code from the operator',
        tag: 'account',
        auth: 'public',
        admit: ({ address }) => limitLogins(context, address),
        body: resetBody,
        responses: { 200: { description: 'The password is set; every session has ended.', schema: ok } },
        errors: { 401: ['invalid_reset_token'] },
      },
      async ({ body }) => {
        await resetPassword(context, body);
        return { body: { ok: true } };
      },
    ),
  ];
}
