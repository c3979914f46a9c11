import test from 'ava';
import { newId, randomText, randomToken } from '#shared/ids.ts';

test('ids are UUIDv7 and strictly increase, also within a millisecond', (t) => {
  let last = '';
  const before = Date.now();
  const ids = Array.from({ length: 50_000 }, newId);
  const after = Date.now();
  for (const id of ids) {
    if (id <= last) t.fail(`${id} does not follow ${last}`);
    last = id;
  }
  t.true(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
  t.true(timeOf(ids[0] as string) >= before);
  // Ids beyond 4096 a millisecond borrow from the milliseconds to come.
  t.true(timeOf(ids.at(-1) as string) <= after + 50_000 / 4096 + 1);
  t.is(new Set(ids.map((id) => id.slice(-12))).size, ids.length);
});

test('ids keep increasing when the clock is set back', (t) => {
  const now = Date.now;
  t.teardown(() => {
    Date.now = now;
  });
  const first = newId();
  Date.now = () => now() - 3_600_000;
  t.true(newId() > first);
  t.true(newId() > first);
});

test('tokens and texts are random, of the right length and alphabet', (t) => {
  const tokens = Array.from({ length: 1000 }, () => randomToken());
  t.is(new Set(tokens).size, 1000);
  t.true(tokens.every((token) => /^[\w-]{22}$/.test(token)));
  t.is(randomToken(32).length, 43);
  const text = randomText(10_000, 'abcd');
  for (const letter of 'abcd') {
    const count = text.split(letter).length - 1;
    t.true(count > 2200 && count < 2800, `${letter} came ${count} times`);
  }
  t.regex(randomText(6, '23456789ABC'), /^[2-9ABC]{6}$/);
});

function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
