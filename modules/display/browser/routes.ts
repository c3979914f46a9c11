import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import type { Receipts } from '../polling/receipts.ts';
import { panelCookie, readPanelCookie } from './panel-cookie.ts';
import { PANEL_POLICY, panelPage } from './panel-page.ts';
import { NO_COOKIES } from './panel-script.ts';
import { type BrowserDeps, type BrowserResponse, createServeBrowser } from './serve-browser.ts';

const query = z.object({
  rotate: z
    .enum(['0', '90', '180', '270'])
    .default('0')
    .transform((text) => Number(text) as 0 | 90 | 180 | 270)
    .meta({ description: 'Degrees by which the picture is turned clockwise.' }),
});
const nextBody = z.object({
  drawn: z.string().max(64).optional().meta({ description: 'The `command` of the picture that was drawn.' }),
  shows: z.string().max(64).optional().meta({
    description:
      'The `name` of the picture on the screen: while it is the wanted one, the response waits for another one, for up to ten seconds.',
  }),
});
const next = z
  .object({
    picture: z.object({ url: z.string(), name: z.string(), command: z.string() }).nullable(),
    words: z.string(),
    seconds: z.number().int().meta({ description: 'Seconds until the next request.' }),
    claimCode: z.string().nullable().meta({ description: 'Null for a panel that has an owner.' }),
    isPending: z.boolean().meta({ description: 'The picture is not confirmed yet.' }),
  })
  .meta({ id: 'BrowserPanel' });

const WITHOUT_COOKIE = {
  picture: null,
  words: NO_COOKIES,
  seconds: 300,
  claimCode: null,
  isPending: false,
};

/** A panel in any browser. */
export function browserRoutes(deps: BrowserDeps & { receipts: Receipts }): Route[] {
  const { config } = deps.context;
  const serveBrowser = createServeBrowser(deps);
  const requestOf = (
    call: { address: string; headers: IncomingHttpHeaders; signal: AbortSignal },
    rotation: 0 | 90 | 180 | 270,
  ) => ({
    address: call.address,
    headers: call.headers,
    signal: call.signal,
    credential: readPanelCookie(call.headers.cookie),
    rotation,
  });
  const cookie = ({ credential }: BrowserResponse): Record<string, string> =>
    credential ? { 'Set-Cookie': panelCookie(config, credential) } : {};
  return [
    route(
      {
        method: 'get',
        path: '/panel',
        summary: 'Make this browser a panel',
        description: 'The page polls for its picture by itself, with and without scripts.',
        tag: 'panels',
        auth: 'public',
        query,
        responses: { 200: { description: 'A page.', contentType: 'text/html' } },
      },
      async ({ query, address, headers, incoming, signal }) => {
        deps.receipts.noteRequest(incoming.socket);
        const response = await serveBrowser(requestOf({ address, headers, signal }, query.rotate));
        return {
          headers: {
            'Content-Type': 'text/html; charset=utf-8',
            'Content-Security-Policy': PANEL_POLICY,
            ...cookie(response),
          },
          body: panelPage(response),
        };
      },
    ),
    route(
      {
        method: 'post',
        path: '/panel/next',
        summary: 'Read the picture for the page of a browser panel',
        description: 'The credential is in the cookie that `GET /panel` sets.',
        tag: 'panels',
        auth: 'public',
        query,
        body: nextBody,
        responses: { 200: { description: 'A picture, and the time of the next request.', schema: next } },
      },
      async ({ query, body, address, headers, incoming, signal }) => {
        deps.receipts.noteRequest(incoming.socket);
        const request = requestOf({ address, headers, signal }, query.rotate);
        // Without a cookie each request would enrol another panel.
        if (!request.credential) return { body: WITHOUT_COOKIE };
        const response = await serveBrowser({ ...request, drawnCommandId: body.drawn, shows: body.shows });
        const { picture, words, seconds, claimCode, isPending } = response;
        return {
          headers: cookie(response),
          body: { picture, words, seconds, claimCode, isPending },
        };
      },
    ),
  ];
}
