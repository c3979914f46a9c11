import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotTime } from '#shared/backup-place.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import { type ListedObject, readObjectList } from './object-list.ts';
import { type Repository, renameDurably } from './repository.ts';

/** How many days, weeks and months keep their newest snapshot. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Names of objects that are held in memory: some 50 MB. */
const NAMES_PER_ROUND = 500_000;
/** The first Monday of the epoch: 1970-01-05. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Parses `7d,4w,12m`. A unit that is left out keeps no snapshot. Null for other texts. */
export function parseRetention(text: string): Retention | null {
  const retention = { days: 0, weeks: 0, months: 0 };
  const units = { d: 'days', w: 'weeks', m: 'months' } as const;
  for (const part of text.split(',')) {
    const [, count, unit] = /^\s*(\d{1,4})([dwm])\s*$/.exec(part) ?? [];
    if (!unit) return null;
    retention[units[unit as 'd' | 'w' | 'm']] = Number(count);
  }
  return retention.days + retention.weeks + retention.months > 0 ? retention : null;
}

/** The snapshots to keep: the newest of each of the last days, weeks (from Monday) and months that have one, in UTC. */
export function snapshotsToKeep(names: string[], { days, weeks, months }: Retention): Set<string> {
  const newestFirst = [...names].sort().reverse();
  const kept = new Set(newestFirst.slice(0, 1));
  const keepOfEach = (count: number, period: (time: number, name: string) => string | number) => {
    const periods = new Set<string | number>();
    for (const name of newestFirst) {
      const one = period(snapshotTime(name).getTime(), name);
      if (periods.has(one)) continue;
      if (periods.size >= count) return;
      periods.add(one);
      kept.add(name);
    }
  };
  keepOfEach(days, (time) => Math.floor(time / DAY_MS));
  keepOfEach(weeks, (time) => Math.floor((time - FIRST_MONDAY_MS) / (7 * DAY_MS)));
  keepOfEach(months, (_, name) => name.slice(0, 6));
  return kept;
}

/**
 * Removes the snapshots that the retention does not keep, then the objects that no remaining snapshot names. Objects that an
 * interruption leaves are removed by the next run.
 */
export async function prune(repository: Repository, retention: Retention): Promise<string[]> {
  const names = await repository.snapshots();
  const kept = snapshotsToKeep(names, retention);
  const removed = names.filter((name) => !kept.has(name));
  if (removed.length === 0) return [];
  const lists: string[] = [];
  for (const name of kept) {
    const { objects } = await repository.manifest(name);
    lists.push(join(repository.snapshotPath(name), objects.file));
  }
  let named = 0;
  for await (const _ of objectsOf(lists)) named += 1; // before anything is removed: a damaged list throws here
  for (const name of removed) {
    const path = repository.snapshotPath(name);
    await renameDurably(path, `${path}.unfinished`);
    await rm(`${path}.unfinished`, { recursive: true });
  }
  const rounds = Math.max(1, Math.ceil(named / NAMES_PER_ROUND));
  for (let round = 0; round < rounds; round++) await removeUnneeded(repository, lists, round, rounds);
  return removed;
}

/** Removes the objects of one round that no list has; each round has its share of the hashes. */
async function removeUnneeded(
  repository: Repository,
  lists: string[],
  round: number,
  rounds: number,
): Promise<void> {
  const isOfRound = (sha256: string) => Number.parseInt(sha256.slice(0, 8), 16) % rounds === round;
  const needed = new Set<string>();
  for await (const { sha256 } of objectsOf(lists)) if (isOfRound(sha256)) needed.add(sha256);
  for await (const { name } of await opendir(join(repository.folder, 'objects')))
    if (isOfRound(name) && !needed.has(name)) await rm(repository.objectPath(name));
}

async function* objectsOf(lists: string[]): AsyncGenerator<ListedObject> {
  for (const list of lists) yield* readObjectList(list);
}
