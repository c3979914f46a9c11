import type { Snapshot } from '#shared/db/changes.ts';

/** Where a reader stands in the changes of a user: the id of an event. */
export interface Place {
  /** When it stood there, in milliseconds of Unix time. */
  at: number;
  /** Every transaction below this number was over by then. */
  oldestRunning: string;
}

/** A place as its reader keeps it: short, whatever runs in the database at that moment. */
export const PLACE = /^(\d{1,15})-([1-9]\d{0,17})$/;

export function formatPlace(at: Date, snapshot: Snapshot): string {
  return `${at.getTime()}-${snapshot.split(':')[0]}`;
}

/** `text` fits `PLACE`. */
export function parsePlace(text: string): Place {
  const [, at, oldestRunning = ''] = PLACE.exec(text) ?? [];
  return { at: Number(at), oldestRunning };
}

/** Sees what was over for certain: changes made at the time of the place may come twice, and none is left out. */
export function snapshotOf({ oldestRunning }: Place): Snapshot {
  return `${oldestRunning}:${oldestRunning}:`;
}

/** False for a place of another database, such as one that was restored since. */
export function isKnown({ oldestRunning }: Place, now: Snapshot): boolean {
  return BigInt(oldestRunning) <= BigInt(now.split(':')[1] as string);
}
