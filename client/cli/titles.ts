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
