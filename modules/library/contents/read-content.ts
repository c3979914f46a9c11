import type { Queryable, Trx } from '#shared/db/open.ts';
import type { LibraryContext } from '../context.ts';
import { contentNotFound } from '../errors.ts';
import { Content } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';
import { RawUploadItem } from '../models/raw-upload-item.ts';

export interface OwnContent {
  userId: string;
  contentId: string;
}

/** @throws {AppError} `404 content_not_found`, also for one of another user */
export async function readContent(queryable: Queryable, own: OwnContent): Promise<ContentView> {
  const content = await Content.query(queryable).findOne({ id: own.contentId, user_id: own.userId });
  if (!content) throw contentNotFound();
  return { content, items: await readItems(queryable, own.contentId) };
}

/**
 * The same, with the row locked until the transaction ends, so that changes of a Content's uploads and its deletion
 * happen one after the other. Locks the user first (see `inUserTransaction`).
 * @throws {AppError} `404 content_not_found`
 */
export async function lockContent(
  { requireUser }: Pick<LibraryContext, 'requireUser'>,
  trx: Trx,
  own: OwnContent,
): Promise<ContentView> {
  await requireUser(trx, own.userId, contentNotFound);
  const content = await Content.query(trx).findOne({ id: own.contentId, user_id: own.userId }).forUpdate();
  if (!content) throw contentNotFound();
  return { content, items: await readItems(trx, own.contentId) };
}

/** Contents with their assets, in the given order, with one query. */
export async function attachItems(queryable: Queryable, contents: Content[]): Promise<ContentView[]> {
  const ids = contents.map(({ id }) => id);
  const items = await RawUploadItem.query(queryable).whereIn('content_id', ids).orderBy('asset_index');
  const byContent = Map.groupBy(items, ({ contentId }) => contentId);
  return contents.map((content) => ({ content, items: byContent.get(content.id) ?? [] }));
}

function readItems(queryable: Queryable, contentId: string): Promise<RawUploadItem[]> {
  return RawUploadItem.query(queryable).where({ content_id: contentId }).orderBy('asset_index').execute();
}
