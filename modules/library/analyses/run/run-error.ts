import { type Problem, problem } from '#shared/errors.ts';
import type { StorageShareError } from '#shared/storage-full.ts';

/** The run cannot succeed, and trying again is of no use: it ends with this problem. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The user's share of the storage has no room for what the run would store. */
export function noRoomLeft({ code, message }: StorageShareError, stage: Problem['stage']): RunError {
  return new RunError(problem(code, message, { stage }));
}
