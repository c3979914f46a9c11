import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { createdToken, createTokenBody, idParams, ok, personalToken } from '../schemas.ts';
import { createPersonalToken } from './create-personal-token.ts';
import { listPersonalTokens, presentPersonalToken } from './list-personal-tokens.ts';
import { revokePersonalToken } from './revoke-personal-token.ts';

/** Personal access tokens, which programs use instead of a session. */
export function tokenRoutes(context: IdentityContext): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/tokens',
        summary: 'Create a personal access token',
        tag: 'tokens',
        body: createTokenBody,
        responses: { 201: { description: 'The token. It cannot be read again.', schema: createdToken } },
        errors: { 409: ['invalid_state'] },
      },
      async ({ principal, body }) => {
        const { row, token } = await createPersonalToken(context, principal, body);
        return { status: 201, body: { ...presentPersonalToken(row), token } };
      },
    ),
    route(
      {
        method: 'get',
        path: '/tokens',
        summary: 'List your personal access tokens',
        tag: 'tokens',
        responses: { 200: { description: 'The tokens, newest first.', schema: z.array(personalToken) } },
      },
      async ({ principal }) => {
        const rows = await listPersonalTokens(context, principal.userId);
        return { body: rows.map(presentPersonalToken) };
      },
    ),
    route(
      {
        method: 'delete',
        path: '/tokens/{id}',
        summary: 'Revoke a personal access token',
        tag: 'tokens',
        params: idParams,
        responses: { 200: { description: 'The token is revoked. Its open streams close.', schema: ok } },
        errors: { 404: ['token_not_found'] },
      },
      async ({ principal, params }) => {
        await revokePersonalToken(context, principal, params.id);
        return { body: { ok: true } };
      },
    ),
  ];
}

/** Lets a program revoke its own token when it signs out. */
export function ownTokenRoutes(context: IdentityContext): Route[] {
  return [
    route(
      {
        method: 'delete',
        path: '/tokens/current',
        summary: 'Revoke the personal access token of this request',
        tag: 'tokens',
        responses: { 200: { description: 'The token is revoked. Its open streams close.', schema: ok } },
      },
      async ({ principal }) => {
        await revokePersonalToken(context, principal, principal.credentialId);
        return { body: { ok: true } };
      },
    ),
  ];
}
