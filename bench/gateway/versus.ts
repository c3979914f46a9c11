import type { Figure } from '../figure.ts';
import type { Contest } from './contest.ts';

type Goal = Partial<Pick<Figure, 'goal' | 'alone' | 'atLeast'>>;

/** Returns a function that makes figures from the measurements of both sides. */
export function versus<Measured>({ ours, theirs }: Contest<Measured>) {
  return (name: string, unit: string, of: (measured: Measured) => number, goal: Goal = {}): Figure => {
    const peer = theirs && of(theirs);
    return {
      name,
      unit,
      ours: of(ours),
      theirs: peer === null || Number.isNaN(peer) ? null : peer,
      goal: null,
      ...goal,
    };
  };
}
