import { type Problem, problem } from '#shared/errors.ts';
import type { StorageLimitError } from '#shared/storage-full.ts';

/** The run cannot succeed, also not in another attempt: it ends with this problem. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The error of a run that would exceed the user's storage limit. */
export function storageLimitReached({ code, message }: StorageLimitError, stage: Problem['stage']): RunError {
  return new RunError(problem(code, message, { stage }));
}
