import { type Route, type RouteRequest, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { receivePush } from '../push/receive-push.ts';
import { type PushServices, pushForm } from '../push/routes.ts';
import { requestPreview } from './request-preview.ts';
import { preview, previewQuery } from './schemas.ts';

/** Pages as a display would show them, without pushing them. */
export function previewRoutes(context: LibraryContext, services: PushServices): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/previews',
        summary: 'Draw what a push would show, without pushing it',
        description:
          'The body is that of `/push`: a text, a link, an image or a file by its Content-Type or its first bytes, or a form ' +
          'of several. Returns the dithered pages as the panels would show them. Stores nothing and uses no units of the ' +
          'plan. Pages are planned by the rules, also where a language model plans those that are pushed.',
        tag: 'push',
        query: previewQuery,
        body: pushForm,
        bodyType: 'any',
        limit: 'preview',
        responses: { 200: { description: 'The pages.', schema: preview } },
        errors: {
          400: ['invalid_asset'],
          403: ['access_denied'],
          404: ['display_not_found'],
          409: ['invalid_state'],
          413: ['asset_too_large'],
          422: ['no_compatible_display', 'display_incompatible'],
          503: ['processing_unavailable'],
        },
      },
      async (request) => {
        const { query, principal, signal } = request;
        const { width, height, colorMode = 'monochrome', ...address } = query;
        const named = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
        const sent = { address: named, headers: {} };
        const size = width && height ? { width, height, colorMode } : null;
        const { userId } = principal;
        const body = await receivePush(context, services, request as RouteRequest, sent, (received) =>
          requestPreview(context, services.waiters, { userId, ...received, size, signal }),
        );
        return { body };
      },
    ),
  ];
}
