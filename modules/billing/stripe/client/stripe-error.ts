/**
 * Why a call failed. `unreachable`, `slow`, `busy` (429) and `broken` (5xx, or a malformed response) are temporary;
 * `refused` (any other 4xx) is not.
 */
export type StripeFailure = 'unreachable' | 'slow' | 'busy' | 'broken' | 'refused';

/** Stripe's description of a refusal: https://docs.stripe.com/api/errors. */
export interface StripeRefusal {
  status: number;
  /** `error.type`, such as `invalid_request_error`. */
  type: string | null;
  /** `error.code`, such as `resource_missing`. */
  code: string | null;
  /** `error.param`: the parameter that caused it. */
  param: string | null;
  /** `Request-Id`, by which Stripe's dashboard finds the call. */
  requestId: string | null;
}

/** A failed call. Stripe's own message is not included, because it may quote the request with its key. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly failure: StripeFailure;
  readonly refusal: StripeRefusal | null;

  constructor(failure: StripeFailure, message: string, refusal: StripeRefusal | null = null) {
    super(message);
    this.failure = failure;
    this.refusal = refusal;
  }
}

/** Whether the object does not exist at Stripe, or no longer exists. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeError && error.refusal?.code === 'resource_missing';
}

/** Whether the idempotency key was used with other parameters before. */
export function isKeySpent(error: unknown): boolean {
  return error instanceof StripeError && error.refusal?.type === 'idempotency_error';
}

/** Whether another request with the same idempotency key is under way. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof StripeError && error.refusal?.code === 'idempotency_key_in_use';
}

/** Whether Stripe replays this response to further calls under the same idempotency key. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof StripeError) || isKeyInUse(error) || isKeySpent(error)) return false;
  return error.failure === 'refused' || error.failure === 'broken';
}

/** Whether Stripe refused a change because of the state of the object. */
export function isRefused(error: unknown): boolean {
  return error instanceof StripeError && error.failure === 'refused' && error.refusal?.status === 400;
}
