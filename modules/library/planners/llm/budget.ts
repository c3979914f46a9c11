import { monotonicMs } from '#shared/clock.ts';
import { ModelError } from './model-error.ts';

/** Time and tokens that one run may use, over all its questions. */
export interface Budget {
  /** Milliseconds for the next call, more than 0. @throws {ModelError} `exhausted` when it would exceed the budget */
  claim(expectedTokens: number): number;
  spend(tokens: number): void;
  /** Milliseconds that are left. */
  left(): number;
}

export interface Limits {
  /** For one call. */
  timeoutMs: number;
  /** For all of them. */
  budgetMs: number;
  maxTokens: number;
}

export function createBudget({ timeoutMs, budgetMs, maxTokens }: Limits): Budget {
  // The steady clock: a wall clock that is set back would give a run for ever.
  const started = monotonicMs();
  let spent = 0;
  const left = () => budgetMs - (monotonicMs() - started);
  return {
    left,
    claim(expectedTokens) {
      if (left() <= 0) throw new ModelError('exhausted', 'The time for asking the model is used up.');
      if (spent + expectedTokens > maxTokens)
        throw new ModelError('exhausted', 'The tokens for asking the model are used up.');
      return Math.min(timeoutMs, left());
    },
    spend(tokens) {
      spent += tokens;
    },
  };
}

/** Bytes a token stands for at least in most scripts: English has four, Chinese three. Guesses on the safe side. */
export const BYTES_PER_TOKEN = 3;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
