import test from 'ava';
import { openApiDocument } from '#shared/http/openapi.ts';
import { startStand } from './stand.ts';

const stand = await startStand();
test.after.always(() => stand.close());

interface Operation {
  security: object[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
const document = JSON.parse(JSON.stringify(openApiDocument(stand.surfaces, '/', '1.0.0'))) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, { examples?: unknown[] }> }> };
};
const operation = (method: string, path: string) => document.paths[`/auth${path}`]?.[method] as Operation;

test('every endpoint of the specification is described with each of its statuses', (t) => {
  const expected: [string, string, string[]][] = [
    ['post', '/register', ['201', '400', '403', '409', '413', '429', '500']],
    ['post', '/login', ['200', '400', '401', '413', '429', '500']],
    ['post', '/refresh', ['200', '400', '401', '429']],
    ['post', '/logout', ['200', '401']],
    ['get', '/me', ['200', '401']],
    ['put', '/me', ['200', '400', '401', '409']],
    ['get', '/sessions', ['200', '401']],
    ['delete', '/sessions/{id}', ['200', '401', '404']],
    ['delete', '/account', ['204', '400', '401', '404', '500']],
    ['get', '/oauth/google', ['302', '400', '501', '503']],
    ['get', '/oauth/google/callback', ['302']],
    ['get', '/oauth/apple', ['302', '501']],
    ['post', '/oauth/apple/callback', ['302']],
    ['post', '/oauth/apple/native', ['200', '400', '401', '403', '501', '503']],
    ['post', '/password/reset', ['200', '400', '401']],
    ['post', '/tokens', ['201', '400', '401']],
    ['get', '/tokens', ['200', '401']],
    ['delete', '/tokens/{id}', ['200', '401', '404']],
  ];
  for (const [method, path, statuses] of expected) {
    const described = Object.keys(operation(method, path)?.responses ?? {});
    for (const status of statuses) t.true(described.includes(status), `${method} ${path} ${status}`);
  }
});

test('bodies, forms, credentials and examples are described', (t) => {
  t.is(document.openapi, '3.1.0');
  t.deepEqual(operation('get', '/me').security, [{ session: [] }]);
  t.deepEqual(operation('post', '/login').security, []);
  t.true(operation('post', '/login').requestBody?.required);
  t.false(operation('post', '/logout').requestBody?.required);
  t.deepEqual(Object.keys(operation('post', '/oauth/apple/callback').requestBody?.content ?? {}), [
    'application/x-www-form-urlencoded',
  ]);
  const register = operation('post', '/register').requestBody?.content['application/json']?.schema as {
    required: string[];
    properties: Record<string, { type: string; examples: unknown[] }>;
  };
  t.deepEqual(register.required, ['email', 'username', 'password']);
  for (const field of register.required) {
    t.is(register.properties[field]?.type, 'string', field);
    t.truthy(register.properties[field]?.examples?.length, field);
  }
  for (const name of ['User', 'TokenPair', 'Session', 'PersonalAccessToken'])
    t.truthy(document.components.schemas[name], name);
  for (const [name, field] of Object.entries(document.components.schemas.User?.properties ?? {}))
    t.truthy(field.examples?.length, name);
});
