import type { Problem } from '#shared/errors.ts';

/** The run cannot succeed, and trying again is of no use: it ends with this problem. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
