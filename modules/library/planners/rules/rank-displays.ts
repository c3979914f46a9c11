import { foldText } from '../fold-text.ts';
import type { PlannedDisplay } from '../planner.ts';

/**
 * The best display first: the one that shows a page with the same title, then those that are online, with the fewest
 * queued pages, with an empty screen, with the same picture for longest; else in the given order.
 * @param titles the titles that the owner gave; titles in the material do not count
 */
export function rankDisplays(displays: PlannedDisplay[], titles: string[]): PlannedDisplay[] {
  const ownersTitles = new Set(titles.map(foldText).filter((title) => title !== ''));
  const key = ({ shows, online, queued }: PlannedDisplay) => [
    ownersTitles.has(foldText(shows?.title ?? '')) ? 0 : 1,
    online ? 0 : 1,
    queued,
    shows ? shows.since.getTime() : Number.NEGATIVE_INFINITY,
  ];
  return displays
    .map((display) => ({ display, key: key(display) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ display }) => display);
}

function compare(a: number[], b: number[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** Why the first of them was chosen. */
export function rankingReason({ online, queued, shows }: PlannedDisplay): string {
  const picture = shows ? `shows its picture since ${shows.since.toISOString()}` : 'shows nothing';
  return `${online ? 'online' : 'offline'}, ${queued} waiting, ${picture}`;
}
