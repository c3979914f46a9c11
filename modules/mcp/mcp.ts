import type { Route } from '#shared/http/route.ts';

/** What the module offers over HTTP. */
export interface Mcp {
  /** `/mcp`, for personal access tokens. */
  routes: Route[];
}
