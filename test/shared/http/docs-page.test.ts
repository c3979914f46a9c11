import test from 'ava';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';

const app = await startTestApp();
const client = createClient(app);
test.after.always(() => app.close());

test('the documentation page loads everything from this server, with its character set, under a strict policy', async (t) => {
  const page = await client.get('/docs');
  t.is(page.status, 200);
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
  const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  t.true(parts.length >= 4);
  const local = parts.filter((address) => !address.startsWith('data:'));
  for (const address of local) {
    t.notRegex(address, /^\w+:|^\/\//, 'nothing from elsewhere');
    const part = await client.get(new URL(address, `${app.url}/docs`).pathname);
    t.is(part.status, 200, address);
    t.regex(part.headers.get('content-type') ?? '', /^text\/(javascript|css); charset=utf-8$/);
    t.true(part.text.length > 100);
  }
  const policy = page.headers.get('content-security-policy') ?? '';
  t.true(policy.includes("default-src 'none'") && policy.includes("script-src 'self'"));
  t.notRegex(policy, /unsafe|https?:|\*/);
  t.notRegex(page.text, /<script>|<style>|\son\w+=|style=/, 'nothing that the policy would stop');
});

test('the front page is the portal, with any query', async (t) => {
  const page = await client.get('/?checkout=done');
  t.is(page.status, 200);
  t.is(page.text, (await client.get('/')).text);
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
});

test('the description names every route of every surface, and resolves all its references', async (t) => {
  const { body, text } = await client.get('/openapi.json');
  t.is(body.openapi, '3.1.0');
  for (const { prefix, routes } of app.surfaces) {
    for (const { spec } of routes) {
      const path = prefix + spec.path;
      if (path === '/' || path.startsWith('/docs') || path === '/openapi.json') continue;
      t.truthy(body.paths[path]?.[spec.method], `${spec.method} ${path}`);
    }
  }
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    t.truthy(body.components.schemas[name], name);
  const ids = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  );
  t.is(new Set(ids).size, ids.length, 'operation ids are unique');
});
