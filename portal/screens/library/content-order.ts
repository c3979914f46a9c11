import type { Content } from '#client/index.ts';

/** The list with a new Content at its place, newest first. One beyond the loaded end is left out. */
export function withNew(content: Content, items: Content[], hasMore: boolean): Content[] {
  const place = items.findIndex(({ createdAt }) => createdAt <= content.createdAt);
  if (place === -1) return hasMore ? items : [...items, content];
  return items.toSpliced(place, 0, content);
}

/** What is shown below newly read entries, which begin with the newest and have some of the shown ones among them. */
export function below(found: ReadonlyMap<string, Content>, shown: Content[]): Content[] {
  const end = [...found.values()].at(-1)?.createdAt ?? '';
  const last = shown.findLastIndex(({ id }) => found.has(id));
  return shown.slice(last + 1).filter(({ createdAt }) => createdAt <= end);
}
