import { monotonicMs } from '#shared/clock.ts';
import { ModelError } from './model-error.ts';

/** Time and tokens that all questions of one run may use. */
export interface Budget {
  /** Milliseconds for the next call, more than 0. @throws {ModelError} `exhausted` when it would exceed the budget */
  take(expectedTokens: number): number;
  spend(tokens: number): void;
  remainingMs(): number;
}

export interface Limits {
  /** For one call. */
  timeoutMs: number;
  /** For all of them. */
  budgetMs: number;
  maxTokens: number;
}

export function createBudget({ timeoutMs, budgetMs, maxTokens }: Limits): Budget {
  // The monotonic clock: with a wall clock that is set back, the budget would never end.
  const started = monotonicMs();
  let spent = 0;
  const remainingMs = () => budgetMs - (monotonicMs() - started);
  return {
    remainingMs,
    take(expectedTokens) {
      if (remainingMs() <= 0) throw new ModelError('exhausted', 'The time for asking the model is used up.');
      if (spent + expectedTokens > maxTokens)
        throw new ModelError('exhausted', 'The tokens for asking the model are used up.');
      return Math.min(timeoutMs, remainingMs());
    },
    spend(tokens) {
      spent += tokens;
    },
  };
}

/** A low estimate of bytes per token: English has four, Chinese three. */
export const BYTES_PER_TOKEN = 3;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
