import type { Queryable, Trx } from '#shared/db/open.ts';
import type { LibraryContext } from '../context.ts';
import { contentNotFound } from '../errors.ts';
import { Content } from '../models/content.ts';
import { RawUploadItem } from '../models/raw-upload-item.ts';
import type { ContentView } from './present-content.ts';

export interface OwnContent {
  userId: string;
  contentId: string;
}

/** @throws {AppError} `404 content_not_found`, also for somebody else's */
export async function readContent(queryable: Queryable, own: OwnContent): Promise<ContentView> {
  const content = await Content.query(queryable).findOne({ id: own.contentId, user_id: own.userId });
  if (!content) throw contentNotFound();
  return { content, items: await readItems(queryable, own.contentId) };
}

/**
 * The same, with the row locked until the transaction ends: whoever changes a Content's uploads or removes it takes
 * turns here. Holds the user first: deletion of the account, which begins with the user, must not wait in a circle with us.
 * @throws {AppError} `404 content_not_found`
 */
export async function lockContent(
  { holdUser }: Pick<LibraryContext, 'holdUser'>,
  trx: Trx,
  own: OwnContent,
): Promise<ContentView> {
  await holdUser(trx, own.userId);
  const content = await Content.query(trx).findOne({ id: own.contentId, user_id: own.userId }).forUpdate();
  if (!content) throw contentNotFound();
  return { content, items: await readItems(trx, own.contentId) };
}

/** Contents with their assets, in the order given: one query however many there are. */
export async function withItems(queryable: Queryable, contents: Content[]): Promise<ContentView[]> {
  const ids = contents.map(({ id }) => id);
  const items = await RawUploadItem.query(queryable).whereIn('content_id', ids).orderBy('asset_index');
  const byContent = Map.groupBy(items, ({ contentId }) => contentId);
  return contents.map((content) => ({ content, items: byContent.get(content.id) ?? [] }));
}

function readItems(queryable: Queryable, contentId: string): Promise<RawUploadItem[]> {
  return RawUploadItem.query(queryable).where({ content_id: contentId }).orderBy('asset_index').execute();
}
