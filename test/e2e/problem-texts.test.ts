import test from 'ava';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { registerPerson } from '#test/support/person.ts';

/** Words of the validating library, which mean nothing to people. */
const JARGON =
  /invalid input|invalid option|expected|received|unrecognized|too (big|small)|undefined|pattern \//i;
/** A sentence about the field: "is required.", "must be a string." */
const SENTENCE = /^[a-z]+ [^\n]*\.$/;
const ID = '00000000-0000-7000-8000-000000000000';

type Field = { path: string; message: string };

test('every route explains what is wrong with its fields', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const client = createClient(app);
  const { app: session, sdk } = await registerPerson(client, app.url);
  const texts = new Map<string, string>();
  for (const { prefix, routes } of app.surfaces) {
    const caller = { '/api/app/v1': session, '/auth': session, '/api/sdk/v1': sdk }[prefix] ?? client;
    for (const { spec } of routes) {
      if (!spec.body && !spec.query) continue;
      if (['multipart', 'raw', 'form'].includes(spec.bodyType ?? 'json')) continue;
      const path = prefix + spec.path.replaceAll(/\{\w+\}/g, ID);
      const names = Object.keys((spec.body as { shape?: object } | undefined)?.shape ?? {});
      const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
      const bodies = spec.body
        ? [{}, [], 7, all(null), all(7), all(-1), all(''), all('x'.repeat(9000)), all([]), all([{}]), all({})]
        : [undefined];
      const queries = spec.query
        ? ['', '?limit=x&from=x&to=x&scope=x&format=x&state=x&mode=x&cursor=x']
        : [''];
      for (const body of bodies) {
        for (const query of queries) {
          const response = await caller.call(spec.method.toUpperCase(), path + query, {
            body,
            key: 'key-0001',
          });
          const fields: Field[] = response.body?.error?.details?.fields ?? [];
          for (const { path: field, message } of fields)
            texts.set(message, `${spec.method} ${path} ${field}: ${message}`);
        }
      }
    }
  }
  for (const [message, where] of texts) {
    t.notRegex(message, JARGON, where);
    t.regex(message, SENTENCE, where);
  }
  for (const message of [
    'is required.',
    'must be a string.',
    'must be an object.',
    'must have at most 200 characters.',
  ])
    t.true(texts.has(message), `${message} is among ${[...texts.keys()].join(' ')}`);
  t.true(texts.size > 15);
});
