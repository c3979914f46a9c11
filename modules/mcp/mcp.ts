import type { Route } from '#shared/http/route.ts';

/** The HTTP routes of the module. */
export interface Mcp {
  /** `/mcp`, for personal access tokens. */
  routes: Route[];
}
