import type { Probes } from './probes.ts';

/** `skipped`: it could not be checked, or does not apply here. */
export type Status = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Result {
  status: Status;
  /** What was found, in one sentence. */
  says: string;
  /** The one thing to do; null unless something is wrong. */
  remedy: string | null;
}

/** One check of `make doctor`. It changes nothing. */
export interface Check {
  name: string;
  /** The state that is expected, as docs/operations/doctor.md lists it. */
  means: string;
  run(probes: Probes): Promise<Result> | Result;
}

export const ok = (says: string): Result => ({ status: 'ok', says, remedy: null });
export const skipped = (says: string): Result => ({ status: 'skipped', says, remedy: null });
export const warning = (says: string, remedy: string): Result => ({ status: 'warning', says, remedy });
export const failure = (says: string, remedy: string): Result => ({ status: 'failure', says, remedy });

/** A check that is skipped while the database cannot be opened, which the check `database` reports. */
export function databaseCheck(
  name: string,
  means: string,
  run: (db: NonNullable<Probes['db']>, probes: Probes) => Promise<Result>,
): Check {
  return {
    name,
    means,
    run: (probes) => (probes.db ? run(probes.db, probes) : skipped('The database could not be checked.')),
  };
}

/** "1 panel", "3 panels". */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
