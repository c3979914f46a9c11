import test from 'ava';
import { addSeconds } from '#shared/clock.ts';
import type { AppError } from '#shared/errors.ts';
import { createCursors, pageQuery } from '#shared/http/cursor.ts';
import { newId } from '#shared/ids.ts';
import { createKeys } from '#shared/keys.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

const cursors = createCursors(createKeys(TEST_SECRET));
const start = new Date('2026-11-20T10:00:00.123Z');
const rows = Array.from({ length: 4 }, (_, i) => ({ id: newId(), createdAt: addSeconds(start, i) }));
const list = { of: 'contents', userId: 'u1', state: null };
const present = ({ id }: { id: string }) => id;

test('a page ends where its cursor begins', (t) => {
  const page = cursors.page(rows, 3, list, present);
  t.deepEqual(page.items, rows.slice(0, 3).map(present));
  t.true(page.hasMore);
  t.deepEqual(cursors.open(page.nextCursor as string, list), {
    createdAt: rows[2]?.createdAt as Date,
    id: rows[2]?.id as string,
    priority: undefined,
  });
});

test('the last page has no cursor, nor has an empty one', (t) => {
  for (const shown of [rows.slice(0, 3), []]) {
    const page = cursors.page(shown, 3, list, present);
    t.false(page.hasMore);
    t.is(page.nextCursor, null);
  }
  t.is(cursors.open(undefined, list), null);
});

test('a cursor contains the priority', (t) => {
  const ordered = rows.map((row, i) => ({ ...row, priority: -i }));
  const { nextCursor } = cursors.page(ordered, 2, list, present);
  t.is(cursors.open(nextCursor as string, list)?.priority, -1);
});

test('an altered cursor is refused', (t) => {
  const { nextCursor } = cursors.page(rows, 3, list, present);
  const good = nextCursor as string;
  const [payload = '', mac = ''] = good.split('.');
  const forged = Buffer.from(JSON.stringify([0, newId()])).toString('base64url');
  const bad = ['', '.', 'x', payload, `${payload}.`, `.${mac}`, `${forged}.${mac}`, `${good}.x`, `${good}=`];
  for (let i = 0; i < good.length; i++)
    bad.push(`${good.slice(0, i)}${good[i] === 'A' ? 'B' : 'A'}${good.slice(i + 1)}`);
  for (const cursor of bad) {
    const error = t.throws(() => cursors.open(cursor, list)) as AppError;
    t.is(error.status, 400);
    t.deepEqual(error.details, { fields: [{ path: 'cursor', message: 'is not a cursor of this list.' }] });
  }
});

test('a cursor is valid for its list, its owner, its filters and its installation only', (t) => {
  const { nextCursor } = cursors.page(rows, 3, list, present);
  const elsewhere = [
    { ...list, of: 'presentations' },
    { ...list, userId: 'u2' },
    { ...list, state: 'ready' },
    {},
  ];
  for (const other of elsewhere) t.throws(() => cursors.open(nextCursor as string, other));
  const stranger = createCursors(createKeys('another secret that has forty characters'));
  t.throws(() => stranger.open(nextCursor as string, list));
});

test('the limit of a page is validated', (t) => {
  t.is(pageQuery.parse({}).limit, 20);
  t.is(pageQuery.parse({ limit: '50' }).limit, 50);
  for (const limit of ['0', '51', '-1', '1.5', 'ten', '', '1e9', 'Infinity', 'NaN', ['1', '2']])
    t.false(pageQuery.safeParse({ limit }).success, String(limit));
});
