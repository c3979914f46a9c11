import { z } from 'zod';
import { planRefusalShapes } from '#modules/billing';
import { presentation } from '#modules/display';
import { type Route, type RouteRequest, route } from '#shared/http/route.ts';
import type { LibraryContext } from '../context.ts';
import { submissionErrors } from '../errors.ts';
import { ownContent } from '../schemas.ts';
import type { IncomingAssets } from './incoming-assets.ts';
import { pushContent } from './push-content.ts';
import { pushQuery, requestOptions } from './push-options.ts';
import type { PushWaiters } from './push-waiters.ts';
import { receivePush } from './receive-push.ts';
import { waitForPush } from './wait-for-push.ts';

const pushResult = z
  .object({ content: ownContent, presentations: z.array(presentation) })
  .meta({ id: 'PushResult' });

/** The form body of a push. */
export const pushForm = z
  .looseObject({
    text: z.string().optional().meta({ description: 'A text asset, or a link asset if it is an address.' }),
    link: z.string().optional().meta({ description: 'A link asset.' }),
    title: z.string().optional(),
    intent: z.string().optional(),
    mode: z.string().optional(),
    display: z.string().optional(),
    wait: z.string().optional(),
    urgent: z.string().optional(),
    expires: z.string().optional(),
    file: z.string().optional().meta({ format: 'binary', description: 'Every file part is an asset.' }),
  })
  .meta({ id: 'PushForm' });

const displayParams = z.object({
  display: z.string().meta({ description: 'Id, thing name, or name of the display.' }),
});
/** With an extension, so that a display name with an unescaped slash is not read as a display and a file. */
const fileParams = displayParams.extend({
  filename: z.string().regex(/\.[^.\s]{1,20}$/, {
    error: 'must be the name of a file with its ending. A slash in the name of a display is written %2F.',
  }),
});
type PathParams = Partial<z.output<typeof fileParams>>;

/** Services shared by all pushes of one process. */
export interface PushServices {
  incoming: IncomingAssets;
  waiters: PushWaiters;
}

/** One request that creates, uploads and confirms: `/push` and `/push/{display}`, by POST or PUT. */
export function pushRoutes(context: LibraryContext, services: PushServices): Route[] {
  const shared = {
    tag: 'push',
    body: pushForm,
    bodyType: 'any' as const,
    query: pushQuery,
    limit: 'create' as const,
    errorShapes: planRefusalShapes,
    responses: { 201: { description: 'The stored push, which is being processed.', schema: pushResult } },
    errors: submissionErrors,
  };
  const description =
    'The body is a text, a link, an image or a file by its Content-Type or its first bytes, or a form of several.';
  const serve = async (request: RouteRequest, params: PathParams = {}) => ({
    status: 201,
    body: await push(context, services, request, params),
  });
  const file = route(
    {
      ...shared,
      method: 'put',
      path: '/push/{display}/{filename}',
      summary: 'Push a file under its name onto one display',
      description: '`curl -T photo.jpg` sends this to an address that ends in a slash.',
      params: fileParams,
    },
    (request) => serve(request as RouteRequest, request.params),
  );
  const others = (['post', 'put'] as const).flatMap((method) => [
    route(
      {
        ...shared,
        method,
        path: '/push',
        summary: 'Push something; Placard chooses the page and the display',
        description,
      },
      (request) => serve(request as RouteRequest),
    ),
    route(
      {
        ...shared,
        method,
        path: '/push/{display}',
        summary: 'Push something onto one display',
        description,
        params: displayParams,
      },
      (request) => serve(request as RouteRequest, request.params),
    ),
  ]);
  return [...others, file];
}

async function push(
  context: LibraryContext,
  services: PushServices,
  request: RouteRequest,
  params: PathParams,
) {
  const { principal, headers, url, signal } = request;
  const { userId } = principal;
  const sent = requestOptions(url, headers, params);
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  const { pushed, wait } = await receivePush(context, services, request, sent, async (received) => ({
    pushed: await pushContent(context, { userId, principal, ...received, idempotencyKey }),
    wait: received.options.wait,
  }));
  if (wait === undefined) return pushed;
  const awaited = { userId, contentId: pushed.content.id, seconds: wait, signal };
  return waitForPush(context, services.waiters, awaited);
}
