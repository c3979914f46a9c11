import test from 'ava';
import { z } from 'zod';
import { errorWith } from '#shared/http/envelope.ts';
import { route } from '#shared/http/route.ts';
import type { Surface } from '#shared/http/surface.ts';
import { checkResponse } from '#test/support/client.ts';

const surface: Surface = {
  prefix: '/p',
  security: 'none',
  authenticate: async () => Promise.reject(new Error('public')),
  routes: [
    route(
      {
        method: 'get',
        path: '/things',
        summary: 'Things',
        tag: 'things',
        auth: 'public',
        responses: {
          200: { description: 'One.', schema: z.object({ nested: z.object({ a: z.number() }) }) },
        },
        errors: { 409: ['taken'] },
        errorShapes: { taken: errorWith('taken', z.object({ by: z.string() })) },
      },
      async () => ({ status: 200 }),
    ),
  ],
};

function check(status: number, body: unknown): void {
  const headers = new Headers({ 'x-request-id': 'req_1', 'content-type': 'application/json' });
  checkResponse([surface], 'GET', '/p/things', { status, headers, body, text: JSON.stringify(body) });
}

const refusal = (details: object, more = {}) => ({
  error: { code: 'taken', message: 'Taken.', requestId: 'req_1', details, ...more },
});

test('responses in tests must have exactly the declared fields, at every depth', (t) => {
  t.notThrows(() => check(200, { nested: { a: 1 } }));
  t.throws(() => check(200, { nested: {} }), { message: /expected number/ });
  t.throws(() => check(200, { nested: { a: 1, b: 2 } }), { message: /not declared/ });
  t.throws(() => check(200, { nested: { a: 1 }, extra: null }), { message: /not declared/ });
});

test('error responses must, too, including their details', (t) => {
  t.notThrows(() => check(409, refusal({ by: 'Ada' })));
  t.throws(() => check(409, refusal({ by: 'Ada', since: 1 })), { message: /not declared/ });
  t.throws(() => check(409, refusal({ by: 'Ada' }, { stack: 'x' })), { message: /not declared/ });
  t.throws(() => check(409, refusal({ by: 7 })), { message: /expected string/ });
});
