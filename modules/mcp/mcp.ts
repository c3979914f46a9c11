import type { Route } from '#shared/http/route.ts';

/** The HTTP face of the module. */
export interface Mcp {
  /** `/mcp`, for personal access tokens. */
  routes: Route[];
}
