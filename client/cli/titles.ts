import type { Placard } from '../placard.ts';
import type { Content, Presentation } from '../types.ts';

/** What a Content is called where it has no title: its first text, link or file. */
export function contentTitle({ title, assets }: Pick<Content, 'title' | 'assets'>): string {
  const [first] = assets;
  const more = assets.length > 1 ? ` and ${assets.length - 1} more` : '';
  return title ?? `${first?.text ?? first?.url ?? first?.filename ?? ''}${more}`.slice(0, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 200;

export function presentationTitle({ title, id }: Pick<Presentation, 'title' | 'id'>): string {
  return title ?? `page ${id}`;
}

/** The title of a page by its id, for those that come without. */
export type Titles = (presentationId: string) => Promise<string>;

const MAX_REMEMBERED = 1_000;

/** Asks the box for each title once. A page that is gone meanwhile is called by its id. */
export function createTitles(placard: Placard, signal: AbortSignal): Titles {
  const known = new Map<string, string>();
  return async (id) => {
    const page = { id, title: known.get(id) ?? null };
    if (page.title !== null) return page.title;
    const found = await placard.presentations.get(id, {}, { signal }).catch(() => page);
    if (known.size === MAX_REMEMBERED) known.clear();
    if (found.title !== null) known.set(id, found.title);
    return presentationTitle(found);
  };
}
