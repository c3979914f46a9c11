import { z } from 'zod';
import { type Route, route } from '#shared/http/route.ts';
import { httpProof } from '#shared/installation-proof.ts';
import type { Keys } from '#shared/keys.ts';

/** Lets `make doctor` distinguish this installation from another one at the same address. */
export function proofRoute(keys: Keys): Route {
  return route(
    {
      method: 'get',
      path: '/health/installation',
      summary: 'Prove which installation responds',
      tag: 'operations',
      auth: 'public',
      query: z.object({
        nonce: z.string().regex(/^[\w-]{16,64}$/, 'must be 16 to 64 of a-z, A-Z, 0-9, - and _.'),
      }),
      responses: {
        200: {
          description: 'The nonce, signed with a key of this installation.',
          schema: z.object({ proof: z.string() }),
        },
      },
    },
    async ({ query }) => ({ body: { proof: httpProof(keys, query.nonce) } }),
  );
}
