import { readFileSync } from 'node:fs';
import test from 'ava';
import { scaleTables } from '#bench/scale.ts';

test('the tables of docs/operations/scale.md are those that its command computes', (t) => {
  const page = readFileSync(new URL('../../docs/operations/scale.md', import.meta.url), 'utf8');
  t.true(page.includes(scaleTables()), 'Run bench/scale.ts and put its tables into the page.');
});
