import test from 'ava';
import { z } from 'zod';
import { openApiDocument } from '#shared/http/openapi.ts';
import { type Route, type RouteSpec, route } from '#shared/http/route.ts';
import type { Surface } from '#shared/http/surface.ts';
import { apiDescription, declaredSurfaces } from '#test/support/description.ts';
import { ACCEPTED_ONLY, BODILESS, type Description, descriptionProblems } from './openapi-rules.ts';

test('the API description keeps every rule', async (t) => {
  const description = (await apiDescription()) as Description;
  t.deepEqual(await descriptionProblems(description), []);
  t.true(Object.keys(description.paths).length > 40, 'it is the whole API that was looked at');
});

test('every response of every route has a schema, unless it has no JSON body', async (t) => {
  for (const { prefix, routes } of await declaredSurfaces()) {
    for (const { spec } of routes) {
      for (const [status, { schema, contentType }] of Object.entries(spec.responses)) {
        const response = `${spec.method} ${prefix}${spec.path} ${status}`;
        const bodiless = BODILESS.has(status) || response === ACCEPTED_ONLY;
        t.true(bodiless !== Boolean(schema ?? contentType), response);
      }
    }
  }
});

type Spec = RouteSpec<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined>;

const good: Spec = {
  method: 'get',
  path: '/things/{id}',
  summary: 'Read a thing',
  tag: 'things',
  params: z.object({ id: z.uuid().meta({ examples: ['019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90'] }) }),
  responses: { 200: { description: 'It.', schema: z.object({ ok: z.literal(true) }) } },
};
const { schema: _, ...withoutSchema } = good.responses[200]!;

/** The problems of routes under a prefix. */
function problemsOf(specs: Spec[], prefix = '/auth', security: Surface['security'] = 'session') {
  const routes = specs.map((spec) => route(spec, async () => ({ status: 200 })) as Route);
  const authenticate = async () => {
    throw new Error('never called');
  };
  const document = openApiDocument([{ prefix, security, authenticate, routes }], '/', '1.0.0');
  return descriptionProblems(JSON.parse(JSON.stringify(document)));
}

const BREACHES: [what: string, spec: Partial<Spec>, problem: RegExp][] = [
  ['an answer without a schema', { responses: { 200: withoutSchema } }, /no schema for 200/],
  ['an empty schema', { responses: { 200: { description: 'It.', schema: z.any() } } }, /no schema for 200/],
  ['a body where there is none', { responses: { 204: { ...good.responses[200]! } } }, /schema for 204/],
  ['no answer that is good', { responses: {} }, /never succeeds/],
  ['no summary', { summary: '' }, /no summary/],
  ['a tag in capitals', { tag: 'Things' }, /tag/],
  ['a path parameter that is not described', { params: undefined }, /path parameters/],
  ['a path parameter that is not there', { path: '/things' }, /path parameters/],
  ['a parameter without an example', { params: z.object({ id: z.string() }) }, /no example of a parameter/],
  [
    'a field of the request without an example',
    { method: 'post', body: z.object({ name: z.object({ first: z.string() }) }) },
    /no example of \.name\.first/,
  ],
  [
    'a field of an answer without an example',
    { responses: { 200: { description: 'It.', schema: z.object({ list: z.array(z.string()) }) } } },
    /no example of \.list\[\]/,
  ],
];

test('a route that keeps the rules passes', async (t) => {
  t.deepEqual(await problemsOf([good]), []);
});

for (const [what, breach, problem] of BREACHES) {
  test(`caught: ${what}`, async (t) => {
    const problems = await problemsOf([{ ...good, ...breach }]);
    t.true(
      problems.some((one) => problem.test(one)),
      problems.join('\n'),
    );
  });
}

test('reported: a credential that the prefix does not take, and one name for two operations', async (t) => {
  const wrong = await problemsOf([good], '/api/sdk/v1', 'session');
  t.true(wrong.some((problem) => problem.includes('credential')));
  const path = '/things-{id}';
  const twice = await problemsOf([
    { ...good, path: '/things/{id}' },
    { ...good, path },
  ]);
  t.true(twice.some((problem) => problem.includes('operationId')));
});

test('reported: a document that is not OpenAPI', async (t) => {
  const broken = { openapi: '3.1.0', info: {}, paths: {} } as unknown as Description;
  t.regex((await descriptionProblems(broken)).join(), /is not OpenAPI/);
});
