import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import { frameFormats } from '#shared/picture-formats.ts';
import { downloadContract } from '#shared/storage/download-contract.ts';
import type { DisplayContext } from '../context.ts';
import { uuid } from '../schemas.ts';
import { serveFrame } from './serve-frame.ts';

const frameParams = z.object({
  frameId: uuid.meta({ description: 'The presentation or the system page.' }),
  format: z.enum(frameFormats),
});
const frameQuery = z.object({
  command: z.string().default(''),
  expires: z.string().default(''),
  signature: z.string().default(''),
});

/** The frames that commands refer to. The signed address is the only credential. */
export function frameRoutes(context: DisplayContext): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/frames/{frameId}/{format}',
        summary: 'Fetch a frame by the address in a command',
        ...downloadContract('The frame.'),
        tag: 'panels',
        auth: 'public',
        params: frameParams,
        query: frameQuery,
      },
      async ({ params, query, incoming }) => {
        const grant = { ...params, commandId: query.command, expires: query.expires };
        return serveFrame(context, { grant, signature: query.signature }, incoming);
      },
    ),
  ];
}
