import type { Snapshot } from '#shared/db/changes.ts';

/** A reader's position in the changes of a user: the id of an event. */
export interface StreamPosition {
  /** Time of the position, in milliseconds of Unix time. */
  at: number;
  /** All transactions below this number had ended by then. */
  oldestRunning: string;
}

/** The text form of a position. It is short, regardless of the number of running transactions. */
export const POSITION_PATTERN = /^(\d{1,15})-([1-9]\d{0,17})$/;

export function formatPosition(at: Date, snapshot: Snapshot): string {
  return `${at.getTime()}-${snapshot.split(':')[0]}`;
}

/** `text` fits `POSITION_PATTERN`. */
export function parsePosition(text: string): StreamPosition {
  const [, at, oldestRunning = ''] = POSITION_PATTERN.exec(text) ?? [];
  return { at: Number(at), oldestRunning };
}

/** A snapshot that includes only changes that had certainly ended: later ones may come twice, and none is missed. */
export function snapshotOf({ oldestRunning }: StreamPosition): Snapshot {
  return `${oldestRunning}:${oldestRunning}:`;
}

/** Returns false for a position of another database, such as one before a restore. */
export function isOfThisDatabase({ oldestRunning }: StreamPosition, now: Snapshot): boolean {
  return BigInt(oldestRunning) <= BigInt(now.split(':')[1] as string);
}
