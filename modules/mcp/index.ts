import { outageReporter } from '#shared/outage-reporter.ts';
import type { McpContext } from './context.ts';
import type { Mcp } from './mcp.ts';
import { MCP_PATH, messageRoute } from './routes.ts';

export type { Mcp } from './mcp.ts';
export { MCP_PATH };

/** Tools for assistants, over the Model Context Protocol. Stores nothing. */
export function createMcp(deps: Omit<McpContext, 'reportOutage'>): Mcp {
  return { routes: [messageRoute({ ...deps, reportOutage: outageReporter(deps.log) })] };
}
