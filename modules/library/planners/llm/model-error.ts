/**
 * Why a model gave no plan. `unreachable`, `busy` (429), `broken` (5xx) and `slow` may pass; `denied` (other statuses),
 * `foreign` (no chat completion), `refused` (the model declines) and `too_large` do not; `exhausted`: attempts, time
 * or tokens are used up.
 */
export type ModelFailure =
  | 'unreachable'
  | 'busy'
  | 'broken'
  | 'slow'
  | 'denied'
  | 'foreign'
  | 'refused'
  | 'too_large'
  | 'exhausted';

/** Its message quotes nothing that the server sent, because that may contain keys. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  readonly status: number | null;
  /** The wait that the server requests. */
  readonly retryAfterMs: number | null;

  constructor(
    failure: ModelFailure,
    message: string,
    { status = null, retryAfterMs = null }: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(message);
    this.failure = failure;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
