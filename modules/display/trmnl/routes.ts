import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import { MAX_POLL_SECONDS, MIN_POLL_SECONDS } from '../polling/poll-seconds.ts';
import type { Receipts } from '../polling/receipts.ts';
import { readHeaders } from './read-headers.ts';
import { createServeDisplay, type DisplayDeps } from './serve-display.ts';
import { setUp } from './set-up.ts';
import { type LogDeps, takeLog } from './take-log.ts';

const setupResponse = z
  .union([
    z.object({
      status: z.literal(200),
      api_key: z.string(),
      friendly_id: z.string().meta({ description: 'The claim code.' }),
      image_url: z.url(),
      message: z.string().max(127),
    }),
    z.object({ status: z.literal(404), message: z.string().max(127) }),
  ])
  .meta({ id: 'TrmnlSetup' });

const displayResponse = z
  .object({
    status: z.literal(0),
    image_url: z.url().max(1023),
    filename: z.string().max(30),
    refresh_rate: z.number().int().min(MIN_POLL_SECONDS).max(MAX_POLL_SECONDS),
    update_firmware: z.literal(false),
    firmware_url: z.null(),
    reset_firmware: z.literal(false),
    special_function: z.enum(['restart_playlist', 'none']),
    action: z.literal('restart_playlist').optional(),
  })
  .meta({ id: 'TrmnlDisplay' });

const ABOUT = 'See docs/trmnl.md. ';

/** TRMNL's device protocol, at the root of the server. */
export function trmnlRoutes(deps: DisplayDeps & LogDeps & { receipts: Receipts }): Route[] {
  const { receipts } = deps;
  const serveDisplay = createServeDisplay(deps);
  return [
    route(
      {
        method: 'get',
        path: '/api/setup',
        summary: "Enrol a panel that speaks TRMNL's protocol",
        description: `${ABOUT}Always 200: \`status\` is the outcome.`,
        tag: 'panels',
        auth: 'public',
        responses: { 200: { description: 'A key and a claim code, or a message.', schema: setupResponse } },
      },
      async ({ address, headers }) => ({
        body: await setUp(deps, readHeaders(headers), { address, headers }),
      }),
    ),
    route(
      {
        method: 'get',
        path: '/api/display',
        summary: "Read the picture for a panel that speaks TRMNL's protocol",
        description: `${ABOUT}Always 200 with a picture, also after an error.`,
        tag: 'panels',
        auth: 'public',
        responses: {
          200: { description: 'A picture, and the seconds until the next request.', schema: displayResponse },
        },
      },
      async ({ address, headers, incoming }) => {
        receipts.noteRequest(incoming.socket);
        return { body: await serveDisplay(readHeaders(headers), { address, headers }) };
      },
    ),
    route(
      {
        method: 'post',
        path: '/api/log',
        summary: "Store the log of a panel that speaks TRMNL's protocol",
        description: `${ABOUT}Always 204.`,
        tag: 'panels',
        auth: 'public',
        bodyType: 'any',
        responses: { 204: { description: 'The log was received.' } },
      },
      async ({ incoming }) => {
        await takeLog(deps, incoming);
        return { status: 204 };
      },
    ),
  ];
}
