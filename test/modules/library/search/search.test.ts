import test from 'ava';
import { newId } from '#shared/ids.ts';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
// Behind index.ts: the index that a digest or a large library leaves; made by the API it would take minutes.
import { readContent } from '../../../../modules/library/contents/read-content.ts';
import { indexContent } from '../../../../modules/library/search/index-content.ts';
import { documentGrams, searchDocument } from '../../../../modules/library/search/search-text.ts';
import { APP, create, type LibraryStand, link, pdf, startLibrary, text } from '../stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const search = async ({ client }: TestAccount, q: string): Promise<string[]> => {
  const { body } = await client.get(`${APP}/contents?limit=50&q=${encodeURIComponent(q)}`);
  return body.items.map((item: { id: string }) => item.id);
};

/** A user with these contents beside others that no query is meant to find; their ids by name. */
async function library(
  contents: Record<string, unknown>,
): Promise<{ user: TestAccount; ids: Record<string, string> }> {
  const user = await stand.newUser();
  const ids: Record<string, string> = {};
  for (const [name, body] of Object.entries(contents))
    ids[name] = (await create(user.client, body)).body.content.id;
  return { user, ids };
}

test('every term must occur anywhere in the Content, as a substring', async (t) => {
  const { user, ids } = await library({
    a: {
      title: 'Holiday plans',
      assets: [
        text('Pack the umbrella'),
        link('https://trains.example/timetable?to=Lisboa'),
        pdf(5, 'Ticket-77.pdf'),
      ],
    },
    b: { title: 'Groceries', assets: [text('umbrella stand, milk')] },
  });
  const { a = '', b = '' } = ids;
  const expected: [string, string[]][] = [
    ['holiday', [a]],
    ['brell', [b, a]],
    ['HOLIDAY  umbrella', [a]],
    ['umbrella\tLISBOA\n77.pdf plans', [a]],
    ['umbrella milk holiday', []],
    ['holidayplans', []],
    ['plans pack', [a]],
    ['planspack', []],
    ['https://trains.example/timetable?to=', [a]],
    ['ticket-77', [a]],
    ['', [b, a]],
    [' \t ', [b, a]],
    ['umbrella umbrella', [b, a]],
  ];
  for (const [q, found] of expected) t.deepEqual(await search(user, q), found, q);
});

test('characters with a meaning in patterns match only themselves', async (t) => {
  const { user, ids } = await library({
    percent: { assets: [text('100% wool')] },
    under: { assets: [text('snake_case')] },
    back: { assets: [text('C:\\temp')] },
    quote: { assets: [text("it's \"so\" 'quoted'; drop table")] },
    regex: { assets: [text('a.*b (c|d) [e]? $1 :x ?')] },
    plain: { assets: [text('1000 wool snakeXcase C:temp')] },
  });
  const expected: [string, string[]][] = [
    ['100%', ['percent']],
    ['%', ['percent']],
    ['_', ['under']],
    ['e_c', ['under']],
    ['\\', ['back']],
    [':\\t', ['back']],
    ["it's", ['quote']],
    [`"so"`, ['quote']],
    ["'quoted';", ['quote']],
    ['.*', ['regex']],
    ['(c|d)', ['regex']],
    ['[e]?', ['regex']],
    ['$1', ['regex']],
    [':x', ['regex']],
    ['?', ['regex']],
  ];
  for (const [q, names] of expected)
    t.deepEqual(
      await search(user, q),
      names.map((name) => ids[name] ?? ''),
      q,
    );
});

test('the search ignores case in every script that has it', async (t) => {
  const { user, ids } = await library({
    german: { assets: [text('Straße und STRASSE')] },
    greek: { assets: [text('Ὁδυσσεύς, ΟΔΟΣ')] },
    russian: { assets: [text('Привет, МИР')] },
    french: { assets: [text('CAFÉ décomposé: cafe\u0301')] },
    turkish: { assets: [text('İstanbul')] },
    armenian: { assets: [text('ԵՐԵՎԱՆ')] },
    deseret: { assets: [text('𐐔𐐇𐐝')] },
    ligature: { assets: [text('ﬁne oﬃce')] },
  });
  const expected: [string, string][] = [
    ['STRASSE', 'german'],
    ['straße', 'german'],
    ['οδος', 'greek'],
    ['οδοσ', 'greek'],
    ['ὁδυσσεύσ', 'greek'],
    ['привет мир', 'russian'],
    ['café', 'french'],
    ['CAFE\u0301', 'french'],
    ['İSTANBUL', 'turkish'],
    ['stanbul', 'turkish'],
    ['երեվան', 'armenian'],
    ['𐐼𐐯𐑅', 'deseret'],
    ['FINE', 'ligature'],
    ['office', 'ligature'],
  ];
  for (const [q, name] of expected) t.deepEqual(await search(user, q), [ids[name] ?? ''], q);
});

test('a digest is found with the Content it was read from', async (t) => {
  const { user, ids } = await library({ a: { assets: [pdf(5)] } });
  const digest = { title: 'Annual report', text: 'Revenue rose' };
  await stand.app.db.transaction(async (trx) =>
    indexContent(trx, await readContent(trx, { userId: user.userId, contentId: ids.a ?? '' }), [digest]),
  );
  for (const q of ['annual', 'revenue paper.pdf']) t.deepEqual(await search(user, q), [ids.a ?? ''], q);
});

test('a user does not find the contents of others', async (t) => {
  const { user } = await library({ a: { assets: [text('a secret recipe')] } });
  const stranger = await stand.newUser();
  t.deepEqual(await search(stranger, 'secret'), []);
  t.is((await search(user, 'secret')).length, 1);
});

/** Contents of one user, oldest first, written past the API: searches of large libraries take other ways. */
async function bulk(userId: string, documents: string[]): Promise<string[]> {
  const ids = documents.map(() => newId());
  const start = Date.parse('2026-01-01');
  const created = ids.map((_, i) => new Date(start + i * 1000));
  const { db } = stand.app;
  await db.raw(
    `insert into library.contents (id, user_id, state, upload_status, created_at, updated_at)
     select id, ?, 'ready', 'complete', at, at from unnest(?::uuid[], ?::timestamptz[]) t (id, at)`,
    [userId, ids, created],
  );
  const folded = documents.map((document) => searchDocument([document]));
  const grams = folded.map((document) => `{${documentGrams(document, userId)?.join(',')}}`);
  await db.raw(
    `insert into library.search_documents (content_id, user_id, created_at, document, grams)
     select id, ?, at, document, grams::integer[]
     from unnest(?::uuid[], ?::timestamptz[], ?::text[], ?::text[]) t (id, at, document, grams)`,
    [userId, ids, created, folded, grams],
  );
  return ids;
}

test('a large library is searched to its end, in order, page by page', async (t) => {
  const user = await stand.newUser();
  const documents = Array.from({ length: 3000 }, (_, i) => {
    const words = [`number${i}`, 'everywhere', i % 2 ? 'odd' : 'even'];
    if (i < 1500) words.push('longago');
    if (i % 100 === 0) words.push('hundredth 百番目');
    if (i === 3) words.push('needle', 'zq', '龍', '$');
    // Has every run of three characters of "abcdef", but not the word.
    if (i % 3 === 0) words.push('abcd bcde cdef');
    if (i === 6) words.push('abcdef');
    return words.join(' ');
  });
  const ids = await bulk(user.userId, documents);
  const expectation = (matches: (document: string) => boolean) =>
    ids.filter((_, i) => matches(documents[i] ?? '')).reverse();
  const queries = [
    'everywhere',
    'longago',
    'hundredth',
    '百番',
    '番目 odd',
    'needle',
    'zq',
    '龍',
    '$',
    'e',
    'nothing',
  ];
  for (const q of [
    ...queries,
    'odd even',
    'number29 even',
    'abcdef',
    'longago odd hundredth',
    'zq 龍 needle',
  ]) {
    const expected = expectation((document) => q.split(' ').every((term) => document.includes(term)));
    const found: string[] = [];
    for (let cursor = ''; found.length < 200; ) {
      const path = `${APP}/contents?limit=50&q=${encodeURIComponent(q)}${cursor && `&cursor=${cursor}`}`;
      const { body } = await user.client.get(path);
      found.push(...body.items.map((item: { id: string }) => item.id));
      if (!body.hasMore) break;
      cursor = body.nextCursor;
    }
    t.deepEqual(found, expected.slice(0, 200), q);
  }
  const filtered = await user.client.get(`${APP}/contents?q=longago&state=failed`);
  t.deepEqual(filtered.body.items, []);
});

test('a document with too many different runs for the index is found all the same', async (t) => {
  const user = await stand.newUser();
  const many = Array.from({ length: 49_000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000), 0x3042 + (i % 83)),
  );
  const { body } = await create(user.client, { assets: [text(`${many.join('')} Ende`)] });
  const [row] = await stand.app.db('library.search_documents').where({ content_id: body.content.id });
  t.is(row.grams, null);
  await bulk(
    user.userId,
    Array.from({ length: 1200 }, () => 'filler'),
  );
  await stand.app
    .db('library.contents')
    .where({ id: body.content.id })
    .update({ created_at: new Date(0) });
  await stand.app
    .db('library.search_documents')
    .where({ content_id: body.content.id })
    .update({ created_at: new Date(0) });
  t.deepEqual(await search(user, 'ende'), [body.content.id]);
  t.deepEqual(await search(user, 'endet'), []);
});
