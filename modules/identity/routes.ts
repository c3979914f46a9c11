import type { Route } from '#shared/http/route.ts';
import type { IdentityContext } from './context.ts';
import { profileRoutes } from './profile-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';

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
