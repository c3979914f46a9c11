import type { Content } from '#client/index.ts';

/** Inserts a new Content into a list that is sorted newest first. One below the loaded entries is left out. */
export function insertNew(content: Content, items: Content[], hasMore: boolean): Content[] {
  const place = items.findIndex(({ createdAt }) => createdAt <= content.createdAt);
  if (place === -1) return hasMore ? items : [...items, content];
  return items.toSpliced(place, 0, content);
}

/** The shown entries that are older than the newly read ones, which begin with the newest and overlap with the shown ones. */
export function entriesBelow(found: ReadonlyMap<string, Content>, shown: Content[]): Content[] {
  const end = [...found.values()].at(-1)?.createdAt ?? '';
  const last = shown.findLastIndex(({ id }) => found.has(id));
  return shown.slice(last + 1).filter(({ createdAt }) => createdAt <= end);
}
