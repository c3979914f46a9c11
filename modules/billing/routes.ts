import { type Route, route } from '#shared/http/route.ts';
import { type BillingState, billingState } from './schemas.ts';

/** The plan and its use, for the billing page. */
export function billingRoutes(read: (userId: string) => Promise<BillingState>): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/billing',
        summary: 'Read your plan, its use, and the other plans',
        tag: 'billing',
        responses: { 200: { description: 'Your plan and its use.', schema: billingState } },
      },
      async ({ principal }) => ({ body: await read(principal.userId) }),
    ),
  ];
}
