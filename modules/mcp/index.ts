import type { Route } from '#shared/http/route.ts';
import type { McpContext } from './context.ts';
import { MCP_PATH, messageRoute } from './routes.ts';

export { MCP_PATH };

export interface Mcp {
  /** `/mcp`, for personal access tokens. */
  routes: Route[];
}

/** Tools for assistants, over the Model Context Protocol. Keeps nothing. */
export function createMcp(context: McpContext): Mcp {
  return { routes: [messageRoute(context)] };
}
