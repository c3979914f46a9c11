import test from 'ava';
import { newId } from '#shared/ids.ts';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { APP, create, type LibraryStand, png, SDK, startLibrary, text } from '../stand.ts';

let stand: LibraryStand;
let user: TestAccount;
/** Ids of all contents of the user, newest first. */
let all: string[];

test.before(async () => {
  stand = await startLibrary();
  user = await stand.newUser();
  for (let i = 0; i < 5; i++) {
    await create(user.client, { assets: [text(`ready ${i}`)] });
    await create(user.client, { mode: 'auto', assets: [text(`pending auto ${i}`)] });
    const failed = await create(user.client, {
      mode: 'auto',
      output: {},
      assets: [text(`failed auto ${i}`)],
    });
    await stand.app.db('library.contents').where({ id: failed.body.content.id }).update({ state: 'failed' });
    await create(user.client, { mode: 'hardcode', output: {}, assets: [png(5)] });
  }
  // Five share a moment, so that only their ids order them.
  await stand.app.db.raw(
    `update library.contents set created_at = '2026-01-01Z' where id in
       (select id from library.contents where user_id = ? order by id limit 5)`,
    [user.userId],
  );
  const rows = await stand.app
    .db('library.contents')
    .where({ user_id: user.userId })
    .orderByRaw('created_at desc, id desc');
  all = rows.map(({ id }) => id);
});
test.after.always(() => stand?.close());

const list = (query = '') => user.client.get(`${APP}/contents${query}`);

async function pages(query: string, limit: number): Promise<any[]> {
  const items: any[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await list(
      `?limit=${limit}${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...body.items);
    if (body.hasMore !== (body.nextCursor !== null)) throw new Error('hasMore and nextCursor disagree');
    if (!body.hasMore) return items;
    if (body.items.length !== limit) throw new Error('a page that is not the last is not full');
    cursor = body.nextCursor;
  }
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

test('contents are listed newest first, 20 at a time by default, each once with any page size', async (t) => {
  t.is(all.length, 20);
  t.deepEqual(ids((await list()).body.items), all);
  for (const limit of [1, 3, 7, 20, 50]) t.deepEqual(ids(await pages('', limit)), all, `limit ${limit}`);
  t.deepEqual(ids(await pages('&q=o', 3)), ids((await list('?q=o')).body.items));
});

test('an item of a page equals the Content that is read alone', async (t) => {
  for (const item of (await list('?limit=4')).body.items)
    t.deepEqual(item, (await user.client.get(`${APP}/contents/${item.id}`)).body);
});

test('filters by state and mode, alone and together', async (t) => {
  const expected = [
    ['&state=ready', 5, ['ready', null]],
    ['&state=pending', 10, null],
    ['&state=failed', 5, ['failed', 'auto']],
    ['&state=processing', 0, null],
    ['&mode=auto', 10, null],
    ['&mode=manual', 0, null],
    ['&mode=hardcode', 5, ['pending', 'hardcode']],
    ['&state=pending&mode=auto', 5, ['pending', 'auto']],
    ['&state=failed&mode=hardcode', 0, null],
    ['&state=failed&q=auto', 5, ['failed', 'auto']],
    ['&mode=auto&q=pending', 5, ['pending', 'auto']],
  ] as const;
  for (const [query, count, only] of expected) {
    const items = await pages(query, 2);
    t.is(items.length, count, query);
    t.deepEqual(
      ids(items),
      all.filter((id) => ids(items).includes(id)),
      query,
    );
    if (only) for (const item of items) t.deepEqual([item.state, item.mode], [...only], query);
  }
});

test('a page begins where the last one ended, even when contents were added or deleted in between', async (t) => {
  const other = await stand.newUser();
  const made: string[] = [];
  for (let i = 0; i < 6; i++)
    made.unshift((await create(other.client, { assets: [text('x')] })).body.content.id);
  const first = (await other.client.get(`${APP}/contents?limit=2`)).body;
  await create(other.client, { assets: [text('newer')] });
  await other.client.delete(`${APP}/contents/${made[1]}`);
  await other.client.delete(`${APP}/contents/${made[3]}`);
  const rest = (await other.client.get(`${APP}/contents?cursor=${first.nextCursor}`)).body;
  t.deepEqual(ids(rest.items), [made[2], made[4], made[5]]);
});

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join('+');

test('parameters out of range are refused, not clamped', async (t) => {
  const wrong = [
    'limit=0',
    'limit=51',
    'limit=-1',
    'limit=2.5',
    'limit=x',
    'limit=',
    'state=done',
    'state=',
    'mode=ai',
  ];
  for (const query of [
    ...wrong,
    'mode=',
    'cursor=',
    'cursor=x',
    'cursor=a.b',
    'q=%00',
    'q=a&q=b',
    `q=${words(51)}`,
    'limit=1&limit=2',
  ]) {
    const { status, body } = await list(`?${query}`);
    t.is(`${status} ${body.error?.code}`, '400 invalid_request', query);
  }
  t.is((await list(`?q=${words(50)}`)).status, 200);
  const { body } = await list('?limit=0&state=x&mode=y');
  t.deepEqual(body.error.details.fields.map((field: any) => field.path).sort(), ['limit', 'mode', 'state']);
});

test('a cursor is valid for its own list only, and not when altered', async (t) => {
  const { nextCursor } = (await list('?limit=2&q=auto')).body;
  const use = async (query: string, client = user.client) =>
    (await client.get(`${APP}/contents?${query}cursor=${encodeURIComponent(nextCursor)}`)).status;
  t.is(await use('q=auto&'), 200);
  t.is(await use('q=AUTO&limit=3&'), 200, 'the same search');
  for (const query of ['', 'q=pending&', 'q=auto&state=failed&', 'q=auto&mode=auto&'])
    t.is(await use(query), 400, query);
  t.is(await use('q=auto&', (await stand.newUser()).client), 400);
  for (const altered of [
    `${nextCursor}A`,
    nextCursor.slice(1),
    nextCursor.replace('.', '..'),
    `A${nextCursor}`,
  ])
    t.is((await list(`?q=auto&cursor=${encodeURIComponent(altered)}`)).status, 400, altered);
  const { body: token } = await user.client.post('/auth/tokens', { body: { name: 'list' } });
  const sdk = await user.client.as(token.token).get(`${SDK}/contents?q=auto&cursor=${nextCursor}`);
  t.is(sdk.status, 200, 'both prefixes share the list');
});

test.serial('the number of queries does not grow with the page', async (t) => {
  const queriesOf = async (path: string) => {
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    stand.app.db.on('query', count);
    await user.client.get(path);
    stand.app.db.off('query', count);
    return queries;
  };
  t.is(await queriesOf(`${APP}/contents?limit=20`), await queriesOf(`${APP}/contents?limit=1`));
  t.is(await queriesOf(`${APP}/contents?limit=20&q=auto`), await queriesOf(`${APP}/contents?limit=1&q=auto`));
});

test('every combination of filters has an index in list order', async (t) => {
  const { db } = stand.app;
  const crowd = (await stand.newUser()).userId;
  await db.raw(
    `insert into library.contents (id, user_id, mode, state, upload_status, created_at, updated_at)
     select gen_random_uuid(), ?, case when i % 3 = 0 then 'auto' else 'manual' end,
       case when i % 5 = 0 then 'failed' else 'ready' end, 'complete', now() - i * interval '1 second', now()
     from generate_series(1, 5000) i`,
    [crowd],
  );
  await db.raw('analyze library.contents');
  for (const filter of [
    '',
    ` and state = 'failed'`,
    ` and mode = 'auto'`,
    ` and state = 'failed' and mode = 'auto'`,
  ]) {
    const { rows } = await db.raw(
      `explain (format json) select * from library.contents where user_id = ?${filter}
       and (created_at, id) < (now(), ?) order by created_at desc, id desc limit 21`,
      [crowd, newId()],
    );
    const plan = rows[0]['QUERY PLAN'][0].Plan;
    t.is(plan.Plans[0]['Node Type'], 'Index Scan', filter);
    t.is(plan.Plans[0].Filter, undefined, filter);
  }
});
