import type { Db } from '#shared/db/open.ts';
import type { ContentFilter } from './list-contents.ts';
import { Content } from './models/content.ts';
import { requiredGrams } from './search-text.ts';

/** Newest rows that are read through first: a term in more than a few of a hundred contents is found right there. */
const WINDOW = 1_000;
/** Candidates compared at a time after that. */
const BATCH = 500;

interface Candidate {
  id: string;
  created_at: Date;
  matches: boolean;
}

/**
 * The newest contents of the filter in which every term occurs. Two ways, because each is slow where the other is
 * quick: reading rows in list order finds common terms at once and rare ones never; the index of character runs
 * finds rare ones at once but has to sort every row with a common one. A term's frequency is not known beforehand,
 * so the first way is tried on a few rows.
 */
export async function searchContents(db: Db, filter: ContentFilter, terms: string[]): Promise<Content[]> {
  const recent = await matchesAmongNewest(db, filter, terms);
  const ids = recent.length === filter.limit ? recent : await matchesByIndex(db, filter, terms);
  const found = await Content.query(db).whereIn('id', ids);
  const byId = new Map(found.map((content) => [content.id, content]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function matchesAmongNewest(db: Db, filter: ContentFilter, terms: string[]): Promise<string[]> {
  const { sql, bindings } = scope(filter);
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select w.id
     from (
       select id, created_at from library.contents c
       where ${sql} order by created_at desc, id desc limit ${WINDOW}
     ) w join library.search_documents d on d.content_id = w.id
     where ${everyTerm(terms)}
     order by w.created_at desc, w.id desc limit ?`,
    [...bindings, ...terms, filter.limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Documents that hold all runs of all terms, newest first, compared batch by batch until there are enough. For a term
 * of up to three characters every candidate is a match; for longer ones all but a few are.
 */
async function matchesByIndex(db: Db, filter: ContentFilter, terms: string[]): Promise<string[]> {
  const ids: string[] = [];
  let after = filter.after;
  for (;;) {
    const candidates = await nextCandidates(db, { ...filter, after }, terms);
    ids.push(...candidates.filter(({ matches }) => matches).map(({ id }) => id));
    const last = candidates.at(-1);
    if (ids.length >= filter.limit || !last || candidates.length < BATCH) return ids.slice(0, filter.limit);
    after = { id: last.id, createdAt: last.created_at };
  }
}

async function nextCandidates(db: Db, filter: ContentFilter, terms: string[]): Promise<Candidate[]> {
  const { sql, bindings } = scope({ ...filter, after: null });
  // `offset 0` keeps the planner from reaching the documents by any other index: it cannot know how rare runs are.
  const { rows } = await db.raw<{ rows: Candidate[] }>(
    `select k.content_id as id, k.created_at, (${everyTerm(terms)} and ${sql}) as matches
     from (
       select content_id, created_at from (
         select content_id, created_at, user_id from library.search_documents
         where grams @> ?::integer[] or (grams is null and user_id = ?) offset 0
       ) r
       where r.user_id = ? ${filter.after ? 'and (r.created_at, r.content_id) < (?, ?)' : ''}
       order by r.created_at desc, r.content_id desc limit ${BATCH}
     ) k
     join library.search_documents d on d.content_id = k.content_id
     join library.contents c on c.id = k.content_id
     order by k.created_at desc, k.content_id desc`,
    [
      ...terms,
      ...bindings,
      requiredGrams(terms, filter.userId),
      filter.userId,
      filter.userId,
      ...(filter.after ? [filter.after.createdAt, filter.after.id] : []),
    ],
  );
  return rows;
}

/** `strpos` and not `like`: a term is taken as it is, whatever signs it is made of. */
function everyTerm(terms: string[]): string {
  return terms.map(() => 'strpos(d.document, ?) > 0').join(' and ');
}

function scope({ userId, state, mode, after }: ContentFilter): { sql: string; bindings: (string | Date)[] } {
  const parts: [string, (string | Date)[]][] = [['c.user_id = ?', [userId]]];
  if (state) parts.push(['c.state = ?', [state]]);
  if (mode) parts.push(['c.mode = ?', [mode]]);
  if (after) parts.push(['(c.created_at, c.id) < (?, ?)', [after.createdAt, after.id]]);
  return { sql: parts.map(([sql]) => sql).join(' and '), bindings: parts.flatMap(([, bound]) => bound) };
}
