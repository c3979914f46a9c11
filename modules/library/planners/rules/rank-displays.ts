import { foldText } from '../fold-text.ts';
import type { PlannedDisplay } from '../planner.ts';

/**
 * The best display first: the one that shows a page of that very title, then those that are online, with the fewest
 * pages waiting, with an empty screen, with the same picture for longest; else in the order given.
 * @param titles what the owner calls the material; titles found inside it do not count
 */
export function rankDisplays(displays: PlannedDisplay[], titles: string[]): PlannedDisplay[] {
  const own = new Set(titles.map(foldText).filter((title) => title !== ''));
  const key = ({ shows, online, queued }: PlannedDisplay) => [
    own.has(foldText(shows?.title ?? '')) ? 0 : 1,
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

/** Why the first of them was taken. */
export function rankingReason({ online, queued, shows }: PlannedDisplay): string {
  const picture = shows ? `shows its picture since ${shows.since.toISOString()}` : 'shows nothing';
  return `${online ? 'online' : 'offline'}, ${queued} waiting, ${picture}`;
}
