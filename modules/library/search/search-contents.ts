import { newestFirst } from '#shared/db/newest-first.ts';
import type { Db } from '#shared/db/open.ts';
import { Content, type ContentMode, type ContentState } from '../models/content.ts';
import { requiredGrams } from './search-text.ts';

export interface ContentFilter {
  userId: string;
  state?: ContentState;
  mode?: ContentMode;
  /** Number of rows, one more than a page has. */
  limit: number;
  /** Only contents after this position, newest first. */
  after: { createdAt: Date; id: string } | null;
}

/** The newest rows, which are scanned first; common terms are found there. */
const MAX_SCANNED_ROWS = 1_000;
/** Size of the first batch of candidates after that, and the growth of each further batch. */
const FIRST_BATCH = 200;
const BATCH_GROWTH = 10;

/**
 * The newest contents of the filter that contain every term. There are two methods, because each is slow where the
 * other is fast. Scanning rows in list order finds common terms at once but rare ones late. The index of character runs
 * finds rare terms at once but must sort all rows of a common one. The frequency of a term is not known in advance, so
 * the scan is tried first, on a few rows.
 */
export async function searchContents(db: Db, filter: ContentFilter, terms: string[]): Promise<Content[]> {
  const newest = await matchesAmongNewest(db, filter, terms);
  const enough = newest.ids.length === filter.limit || newest.scanned < MAX_SCANNED_ROWS;
  const ids = enough ? newest.ids : await matchesByIndex(db, filter, terms);
  const found = await Content.query(db).whereIn('id', ids);
  const byId = new Map(found.map((content) => [content.id, content]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function matchesAmongNewest(
  db: Db,
  filter: ContentFilter,
  terms: string[],
): Promise<{ ids: string[]; scanned: number }> {
  const newest = newestContents(db, { ...filter, limit: MAX_SCANNED_ROWS });
  const { rows } = await db.raw<{ rows: [{ ids: string[]; scanned: number }] }>(
    `with newest as materialized ?
     select (select count(*) from newest) as scanned, array(
       select n.id from newest n join library.search_documents d on d.content_id = n.id
       where ${everyTerm(terms)} order by n.created_at desc, n.id desc limit ?
     ) as ids`,
    [newest.select('id', 'created_at').toKnexQuery(), ...terms, filter.limit],
  );
  return rows[0];
}

/**
 * Documents that contain all runs of all terms, newest first, compared in batches until there are enough. For a term of
 * up to three characters every candidate matches, for a longer one nearly every, so the first batch usually suffices.
 * Growing batches bound the work when a filter on state or mode rejects most candidates.
 */
async function matchesByIndex(db: Db, filter: ContentFilter, terms: string[]): Promise<string[]> {
  const ids: string[] = [];
  let after = filter.after;
  for (let batch = FIRST_BATCH; ; batch *= BATCH_GROWTH) {
    const candidates = await nextCandidates(db, { ...filter, after, limit: batch }, terms);
    ids.push(...candidates.filter(({ matches }) => matches).map(({ id }) => id));
    const last = candidates.at(-1);
    if (ids.length >= filter.limit || !last || candidates.length < batch) return ids.slice(0, filter.limit);
    after = { id: last.id, createdAt: last.created_at };
  }
}

interface Candidate {
  id: string;
  created_at: Date;
  matches: boolean;
}

/** Before the newest possible row. */
const LIST_START = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

async function nextCandidates(db: Db, filter: ContentFilter, terms: string[]): Promise<Candidate[]> {
  const { userId, limit } = filter;
  const { createdAt, id } = filter.after ?? LIST_START;
  const { sql, bindings } = scope(filter);
  const { rows } = await db.raw<{ rows: Candidate[] }>(
    `select k.content_id as id, k.created_at, (${everyTerm(terms)} and ${sql}) as matches
     from library.search_candidates(?, ?, ?, ?, ?) k
     join library.search_documents d on d.content_id = k.content_id
     join library.contents c on c.id = k.content_id
     order by k.created_at desc, k.content_id desc`,
    [...terms, ...bindings, requiredGrams(terms, userId), userId, createdAt, id, limit],
  );
  return rows;
}

/** `strpos` rather than `like`, because a term has no wildcards. */
function everyTerm(terms: string[]): string {
  return terms.map(() => 'strpos(d.document, ?) > 0').join(' and ');
}

function scope({ userId, state, mode }: ContentFilter): { sql: string; bindings: string[] } {
  const parts: [string, string][] = [['c.user_id = ?', userId]];
  if (state) parts.push(['c.state = ?', state]);
  if (mode) parts.push(['c.mode = ?', mode]);
  return { sql: parts.map(([sql]) => sql).join(' and '), bindings: parts.map(([, bound]) => bound) };
}

/** The newest contents of the filter. Each combination of filters has an index in list order. */
export function newestContents(db: Db, { userId, state, mode, limit, after }: ContentFilter) {
  return Content.query(db)
    .where({ user_id: userId, ...(state && { state }), ...(mode && { mode }) })
    .modify(newestFirst, after, limit);
}
