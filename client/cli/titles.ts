import type { CallOptions } from '../connection.ts';
import type { Placard } from '../placard.ts';
import type { Content, Presentation } from '../types.ts';

const MAX_CHARACTERS = 200;
const UNTITLED = 'Untitled';

/** The title of a Content, or else its first text, link or file name. */
export function contentTitle({ title, assets }: Pick<Content, 'title' | 'assets'>): string {
  if (title?.trim()) return title;
  const [first] = assets;
  const what = (first?.text ?? first?.url ?? first?.filename ?? '').trim() || UNTITLED;
  const more = assets.length > 1 ? ` and ${assets.length - 1} more` : '';
  return `${what.slice(0, MAX_CHARACTERS).trimEnd()}${more}`;
}

/** The title of a page, or else that of the first Content it was made of. */
export async function pageTitle(
  placard: Placard,
  { title, contentIds }: Pick<Presentation, 'title' | 'contentIds'>,
  options: CallOptions,
): Promise<string> {
  if (title?.trim()) return title;
  const [first] = contentIds;
  const id = typeof first === 'object' ? first.id : first;
  if (id === undefined) return UNTITLED;
  // The Content may have been deleted while its page is shown.
  const content = await placard.contents.get(id, options).catch(() => null);
  options.signal?.throwIfAborted();
  return content ? contentTitle(content) : UNTITLED;
}

/** Looks up the title of a page by its id. */
export type Titles = (presentationId: string) => Promise<string>;

const MAX_REMEMBERED = 1_000;

/** Requests each title from the box once. A page that was deleted meanwhile is untitled. */
export function createTitles(placard: Placard, signal: AbortSignal): Titles {
  const known = new Map<string, string>();
  return async (id) => {
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const page = await placard.presentations.get(id, {}, { signal }).catch(() => null);
    if (!page) return UNTITLED;
    const title = await pageTitle(placard, page, { signal });
    if (known.size === MAX_REMEMBERED) known.clear();
    known.set(id, title);
    return title;
  };
}
