import type { Page } from '#shared/http/cursor.ts';
import type { LibraryContext } from '../context.ts';
import type { ContentView } from '../models/content-view.ts';
import type { ContentDto } from '../schemas.ts';
import { type ContentFilter, newestContents, searchContents } from '../search/search-contents.ts';
import { searchTerms } from '../search/search-text.ts';
import { attachItems } from './read-content.ts';

export type ContentList = Omit<ContentFilter, 'after'> & { q?: string; cursor?: string };

/**
 * One page of a user's contents, newest first.
 * @throws {AppError} `400 invalid_request` for a cursor of another list
 */
export async function listContents<T extends ContentDto>(
  { db, cursors }: LibraryContext,
  query: ContentList,
  present: (view: ContentView) => T,
): Promise<Page<T>> {
  const { userId, state, mode, q = '', limit } = query;
  const terms = searchTerms(q);
  const list = ['contents', userId, state ?? null, mode ?? null, terms];
  const filter = { userId, state, mode, limit: limit + 1, after: cursors.open(query.cursor, list) };
  const contents =
    terms.length > 0 ? await searchContents(db, filter, terms) : await newestContents(db, filter);
  const views = await attachItems(db, contents);
  const rows = views.map((view) => ({ ...view, id: view.content.id, createdAt: view.content.createdAt }));
  return cursors.page(rows, limit, list, present);
}
