import type { McpContext } from './context.ts';
import type { Mcp } from './mcp.ts';
import { MCP_PATH, messageRoute } from './routes.ts';

export type { Mcp } from './mcp.ts';
export { MCP_PATH };

/** Tools for assistants, over the Model Context Protocol. Keeps nothing. */
export function createMcp(context: McpContext): Mcp {
  return { routes: [messageRoute(context)] };
}
