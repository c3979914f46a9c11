import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { planRefusalShapes, planRefusals } from '#modules/billing';
import { presentation } from '#modules/display';
import { invalidRequest } from '#shared/errors.ts';
import { type Route, type RouteRequest, route } from '#shared/http/route.ts';
import type { IncomingObject } from '#shared/storage/store.ts';
import type { LibraryContext } from '../context.ts';
import { content } from '../schemas.ts';
import { assetTooLarge, unreadableBody } from './errors.ts';
import { pushContent } from './push-content.ts';
import { checkOptions, pushQuery, readOptions, requestOptions } from './push-options.ts';
import type { PushWaiters } from './push-waiters.ts';
import { type ReceivedAsset, type ReceiveLimits, receiveAsset } from './receive-asset.ts';
import { receiveForm } from './receive-form.ts';
import { waitForPush } from './wait-for-push.ts';

const pushResult = z.object({ content, presentations: z.array(presentation) }).meta({ id: 'PushResult' });

const form = z
  .looseObject({
    text: z.string().optional().meta({ description: 'A text asset, or a link when it is an address.' }),
    link: z.string().optional().meta({ description: 'A link asset.' }),
    title: z.string().optional(),
    intent: z.string().optional(),
    mode: z.string().optional(),
    display: z.string().optional(),
    wait: z.string().optional(),
    file: z.string().optional().meta({ format: 'binary', description: 'Every file part is an asset.' }),
  })
  .meta({ id: 'PushForm' });

const displayParams = z.object({
  display: z.string().meta({ description: 'Id, thing name, or name of the display.' }),
});

/** One request that stores, uploads and confirms: `/push` and `/push/{display}`, by POST and PUT alike. */
export function pushRoutes(context: LibraryContext, waiters: PushWaiters): Route[] {
  const shared = {
    tag: 'push',
    auth: 'required' as const,
    body: form,
    bodyType: 'any' as const,
    query: pushQuery,
    limit: 'create' as const,
    errorShapes: planRefusalShapes,
    responses: { 201: { description: 'It is stored and being processed.', schema: pushResult } },
    errors: {
      400: ['invalid_asset'],
      ...planRefusals,
      403: ['access_denied', ...planRefusals[403]],
      404: ['display_not_found'],
      409: ['idempotency_conflict', 'invalid_state'],
      413: ['asset_too_large'],
      503: ['processing_unavailable'],
    },
  };
  const description =
    'The body is a text, a link, an image or a file by its Content-Type or its first bytes, or a form of several.';
  const serve = async (request: RouteRequest, display?: string) => ({
    status: 201,
    body: await push(context, waiters, request, display),
  });
  return (['post', 'put'] as const).flatMap((method) => [
    route(
      {
        ...shared,
        method,
        path: '/push',
        summary: 'Push something; Placard chooses page and panel.',
        description,
      },
      (request) => serve(request as RouteRequest),
    ),
    route(
      {
        ...shared,
        method,
        path: '/push/{display}',
        summary: 'Push something onto one display.',
        description,
        params: displayParams,
      },
      (request) => serve(request as RouteRequest, request.params.display),
    ),
  ]);
}

async function push(
  context: LibraryContext,
  waiters: PushWaiters,
  request: RouteRequest,
  display: string | undefined,
) {
  const { principal, headers, incoming, signal } = request;
  const sent = requestOptions(request.query ?? {}, headers, display);
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  // What is wrong already is said before any byte is read. A form may still name its display and its mode.
  const bare = isForm ? undefined : readOptions(sent);
  checkOptions(sent);
  if (display !== undefined) await context.display.findDisplay(context.db, principal.userId, display);
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw invalidRequest('The body must be sent without Content-Encoding.');
  const objects: IncomingObject[] = [];
  const limits: ReceiveLimits = {
    maxAssetBytes: context.config.MAX_ASSET_BYTES,
    async openObject() {
      const object = await context.store.receive();
      objects.push(object);
      return object;
    },
  };
  try {
    const { assets, fields } = isForm
      ? await receiveForm(incoming, limits)
      : { assets: [await receiveBody(request, bare?.filename, limits)], fields: {} };
    const options = bare ?? readOptions(sent, fields);
    const pushed = await pushContent(context, {
      userId: principal.userId,
      assets,
      options,
      idempotencyKey: headers['idempotency-key'] as string | undefined,
    });
    if (options.wait === undefined) return pushed;
    const { userId } = principal;
    return await waitForPush(context, waiters, {
      userId,
      contentId: pushed.content.id,
      seconds: options.wait,
      signal,
    });
  } finally {
    for (const object of objects) await object.discard();
  }
}

function receiveBody(
  { incoming, headers }: RouteRequest,
  filename: string | undefined,
  limits: ReceiveLimits,
): Promise<ReceivedAsset> {
  if (Number(headers['content-length'] ?? 0) > limits.maxAssetBytes)
    throw assetTooLarge(0, `has more than ${limits.maxAssetBytes} bytes.`);
  return receiveAsset(
    { bytes: bytesOf(incoming), contentType: headers['content-type'], filename, assetIndex: 0 },
    limits,
  );
}

/** Leaving early must not destroy the request: its connection still has to carry the answer. */
async function* bytesOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw unreadableBody('ended early.');
  }
}
