import type { Trx } from '#shared/db/open.ts';
import type { ContentBlock } from '../models/content-block.ts';
import type { ContentView } from '../models/content-view.ts';
import { SearchDocument } from '../models/search-document.ts';
import { documentGrams, searchDocument } from './search-text.ts';

/**
 * Writes the search document of a Content: all of its fields and digests together, because the terms of a query may be
 * in different ones. Must be called again when a digest has been added.
 * @param blocks the digests so far
 */
export async function indexContent(
  trx: Trx,
  { content, items }: ContentView,
  blocks: Pick<ContentBlock, 'title' | 'text'>[],
): Promise<void> {
  const { id: contentId, userId, createdAt } = content;
  const document = searchDocument([
    content.title,
    ...items.flatMap(({ text, url, filename }) => [text, url, filename]),
    ...blocks.flatMap(({ title, text }) => [title, text]),
  ]);
  await SearchDocument.query(trx)
    .insert({ contentId, userId, createdAt, document, grams: documentGrams(document, userId) })
    .onConflict('content_id')
    .merge(['document', 'grams']);
}
