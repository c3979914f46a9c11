import type { Trx } from '#shared/db/open.ts';
import type { LibraryContext } from '../context.ts';
import { Content } from '../models/content.ts';
import type { ContentView } from '../models/content-view.ts';

/** Changes a locked Content and returns the new state. */
export async function changeContent(
  { clock }: Pick<LibraryContext, 'clock'>,
  trx: Trx,
  { content, items }: ContentView,
  changes: Partial<Content>,
): Promise<ContentView> {
  const all = { ...changes, updatedAt: clock.now() };
  await Content.query(trx).findById(content.id).patch(all);
  return { content: Object.assign(content, all), items };
}
