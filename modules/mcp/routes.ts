import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import type { McpContext } from './context.ts';

export const MCP_PATH = '/mcp';
/** An image of `MAX_IMAGE_BYTES` as base64, with a text beside it. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

const message = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ id: 'McpMessage', description: 'One JSON-RPC message of the Model Context Protocol; no batch.' });

/** `POST /mcp`: Streamable HTTP without sessions; responses are plain JSON. */
export function messageRoute(context: McpContext): Route {
  return route(
    {
      method: 'post',
      path: MCP_PATH,
      tag: 'mcp',
      summary: 'Use tools for assistants by the Model Context Protocol',
      description:
        'Streamable HTTP without sessions. Tools: `list_displays`, `push`, `what_is_showing`, `search_library`, `show_again`.',
      body: message,
      bodyLimit: MAX_BODY_BYTES,
      responses: {
        200: { description: 'The response to the message.', schema: message },
        202: { description: 'The message was a notification.' },
      },
    },
    async ({ principal, signal, headers, body }) => {
      // Loaded at the first use, because the SDK takes much memory.
      const { handleMessage } = await import('./handle-message.ts');
      const version = headers['mcp-protocol-version'] as string | undefined;
      const reply = await handleMessage(context, { principal, signal }, body, version);
      return reply ? { body: reply } : { status: 202 };
    },
  );
}
