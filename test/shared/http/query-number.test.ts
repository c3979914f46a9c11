import test from 'ava';
import { pageQuery } from '#shared/http/cursor.ts';
import { queryNumber } from '#shared/http/query-number.ts';
// Behind index.ts: schemas of queries, with values that no address can hold.
import { eventsQuery, streamQuery } from '../../../modules/library/analyses/schemas.ts';

test('a number in a query is digits within its range, and nothing else', (t) => {
  const number = queryNumber(0, 200);
  for (const [text, value] of [
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['200', 200],
  ] as const)
    t.is(number.parse(text), value);
  const refused = [
    '',
    ' ',
    ' 7',
    '7 ',
    '+7',
    '-1',
    '1.0',
    '1e2',
    '0x10',
    '0b1',
    '201',
    '9'.repeat(400),
    'x',
    'null',
  ];
  for (const text of [...refused, ['7'], ['7', '8'], true, null, undefined, {}])
    t.false(number.safeParse(text).success, JSON.stringify(text));
});

test('a malformed number in a query is refused and does not restart a list', (t) => {
  for (const after of ['', ' ', '0x0', '-0']) {
    t.false(eventsQuery.safeParse({ after }).success, after);
    t.false(streamQuery.safeParse({ after }).success, after);
  }
  t.false(eventsQuery.safeParse({ limit: '1e1' }).success);
  t.false(pageQuery.safeParse({ limit: '0x10' }).success);
  t.like(eventsQuery.parse({}), { after: 0, limit: 50 });
  t.is(streamQuery.parse({}).after, undefined);
});
