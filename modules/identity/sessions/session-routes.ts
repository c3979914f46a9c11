import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { idParams, ok, session } from '../schemas.ts';
import { listSessions, presentSession } from './list-sessions.ts';
import { revokeSession } from './revoke-session.ts';

/** The sessions of the caller. */
export function sessionRoutes(context: IdentityContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/sessions',
        summary: 'List your sessions',
        tag: 'sessions',
        responses: { 200: { description: 'The live sessions, newest first.', schema: z.array(session) } },
      },
      async ({ principal }) => {
        const rows = await listSessions(context, principal.userId);
        return { body: rows.map((row) => presentSession(row, principal.credentialId)) };
      },
    ),
    route(
      {
        method: 'delete',
        path: '/sessions/{id}',
        summary: 'End a session',
        tag: 'sessions',
        params: idParams,
        responses: { 200: { description: 'The session has ended. Its open streams close.', schema: ok } },
        errors: { 404: ['session_not_found'] },
      },
      async ({ principal, params }) => {
        await revokeSession(context, principal, params.id);
        return { body: { ok: true } };
      },
    ),
  ];
}
