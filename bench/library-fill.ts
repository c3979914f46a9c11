import type { Db } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { randomNumbers } from '#test/support/images.ts';
// Behind index.ts: rows are inserted in bulk, with the search columns that a push would give them.
import { documentGrams, searchDocument } from '../modules/library/search/search-text.ts';

const BATCH = 1_000;
const SYLLABLES = 'ka lo mi tra ne so ber in ug pe ste al or vi du qua zen fro hy wem'.split(' ');

/** Queries with the frequency of their terms. `noteText` puts the terms into the library. */
export const QUERIES = {
  'a term in every content': 'everywhere',
  'a term in one of 200': 'seldom',
  'a term in one content': 'needle',
  'a term in the older half only': 'longago',
  'two terms that never meet': 'oddly evenly',
  'two characters, CJK, in one of 500': '電車',
  'a term that is nowhere': 'nowhere',
} as const;

/** A note of some 30 words, drawn from 5,000: a few of them common, many rare. */
function noteText(index: number, count: number, random: () => number): string {
  const words = Array.from({ length: 20 }, () => word(Math.floor((random() / 2 ** 32) ** 3 * 5_000)));
  words.push('everywhere', index % 2 ? 'oddly' : 'evenly');
  if (index < count / 2) words.push('longago');
  if (index % 200 === 7) words.push('seldom');
  if (index % 500 === 7) words.push('終電車');
  if (index === Math.floor(count / 3)) words.push('needle');
  return words.join(' ');
}

function word(number: number): string {
  const syllable = (n: number) => SYLLABLES[n % SYLLABLES.length] ?? '';
  return (
    syllable(number) +
    syllable(number / 20) +
    syllable(number / 400) +
    (number % 3 ? syllable(number * 7) : '')
  );
}

/** Gives a user `count` contents of one note and one link each, a second apart, with various states and modes. */
export async function fillLibrary(
  db: Db,
  userId: string,
  count: number,
): Promise<{ middle: { createdAt: Date; id: string } }> {
  const random = randomNumbers(count);
  const start = Date.parse('2026-01-01');
  let middle = { createdAt: new Date(start), id: newId() };
  for (let first = 0; first < count; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => {
      const index = first + offset;
      const note = noteText(index, count, random);
      const url = `https://example.com/articles/${index}`;
      const document = searchDocument([`Note ${index}`, note, url]);
      const grams = `{${documentGrams(document, userId)?.join(',')}}`;
      return {
        id: newId(),
        at: new Date(start + index * 1000),
        title: `Note ${index}`,
        note,
        url,
        document,
        grams,
      };
    });
    const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
    await db.raw(
      `insert into library.contents (id, user_id, title, mode, state, upload_status, created_at, updated_at)
       select id, ?, title, 'auto', case when n % 10 = 0 then 'failed' else 'ready' end, 'complete', at, at
       from unnest(?::uuid[], ?::text[], ?::timestamptz[]) with ordinality t (id, title, at, n)`,
      [userId, column('id'), column('title'), column('at')],
    );
    await db.raw(
      `insert into library.raw_upload_items (content_id, asset_index, user_id, type, text, url, upload_state)
       select id, 0, ?::uuid, 'text', note, null, 'uploaded' from unnest(?::uuid[], ?::text[]) t (id, note)
       union all
       select id, 1, ?::uuid, 'link', null, url, 'uploaded' from unnest(?::uuid[], ?::text[]) t (id, url)`,
      [userId, column('id'), column('note'), userId, column('id'), column('url')],
    );
    await db.raw(
      `insert into library.search_documents (content_id, user_id, created_at, document, grams)
       select id, ?, at, document, grams::integer[]
       from unnest(?::uuid[], ?::timestamptz[], ?::text[], ?::text[]) t (id, at, document, grams)`,
      [userId, column('id'), column('at'), column('document'), column('grams')],
    );
    const half = rows[Math.floor(count / 2) - first];
    if (half) middle = { createdAt: half.at, id: half.id };
  }
  await db.raw('vacuum analyze library.contents, library.raw_upload_items, library.search_documents');
  return { middle };
}
