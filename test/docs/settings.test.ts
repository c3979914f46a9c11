import { readFileSync } from 'node:fs';
import test from 'ava';
import type { z } from 'zod';
import { settings } from '#shared/settings.ts';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` +\| +(.*?) *\| (.*?) *\|$/gm)].map(([, name, fallback, meaning]) => [
    name as string,
    { fallback, meaning },
  ]),
);

test('every setting is on the page, and nothing else is', (t) => {
  t.deepEqual([...rows.keys()].sort(), Object.keys(settings.shape).sort());
});

for (const [name, schema] of Object.entries<z.ZodType>(settings.shape)) {
  test(`${name}: default and meaning are those of the schema`, (t) => {
    const fallback = schema.parse(undefined);
    const written = [fallback ?? ''].flat().join(',');
    t.is(rows.get(name)?.fallback, written === '' ? '' : `\`${written}\``);
    t.truthy(schema.description);
    t.true(rows.get(name)?.meaning?.startsWith(schema.description as string), rows.get(name)?.meaning);
  });
}
