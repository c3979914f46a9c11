import type { Route } from '#shared/http/route.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { signInRoutes } from './accounts/sign-in-routes.ts';
import type { IdentityContext } from './context.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';

/** Everything under `/auth`. */
export function identityRoutes(context: IdentityContext): Route[] {
  return [
    ...signInRoutes(context),
    ...providerRoutes(context),
    ...profileRoutes(context),
    ...sessionRoutes(context),
    ...tokenRoutes(context),
  ];
}
