import { type Route, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../../context.ts';
import { readSettings, settings, settingsRequest, writeSettings } from './user-settings.ts';

const shared = {
  tag: 'settings',
  path: '/settings',
  responses: { 200: { description: 'Your settings.', schema: settings } },
};

/** For the app surface only. */
export function settingsRoutes(context: LibraryContext): Route[] {
  return [
    route(
      { ...shared, method: 'get', summary: 'Read your time zone, language and daily run' },
      async ({ principal: { userId } }) => ({ body: await readSettings(context.db, userId) }),
    ),
    route(
      {
        ...shared,
        method: 'put',
        summary: 'Set your time zone, language and daily run',
        description: 'The daily run analyses the contents of the last 24 hours. It is off by default.',
        body: settingsRequest,
      },
      async ({ principal: { userId }, body }) => ({ body: await writeSettings(context, userId, body) }),
    ),
  ];
}
