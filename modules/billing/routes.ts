import { type Route, route } from '#shared/http/route.ts';
import { type BillingState, billingState } from './schemas.ts';

/** What shows an owner where they stand. */
export function billingRoutes(read: (userId: string) => Promise<BillingState>): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/billing',
        summary: 'Read your plan, what is left of it, and the other plans',
        tag: 'billing',
        auth: 'required',
        responses: { 200: { description: 'Where you stand.', schema: billingState } },
      },
      async ({ principal }) => ({ status: 200, body: await read(principal.userId) }),
    ),
  ];
}
