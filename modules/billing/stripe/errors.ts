import { AppError, invalidRequest, processingUnavailable } from '#shared/errors.ts';
import { StripeError } from './client/stripe-error.ts';

export function planNotSold({ plan, interval }: { plan: string; interval: string }): AppError {
  const field = { path: 'plan', message: `${plan} cannot be bought by the ${interval} here.` };
  return invalidRequest('The request is not valid; details.fields says where.', [field]);
}

export function alreadySubscribed(): AppError {
  const portal = '/api/app/v1/billing/portal';
  return new AppError(409, 'invalid_state', `There is a subscription already: POST ${portal} leads to it.`, {
    portal,
  });
}

export function neverSubscribed(): AppError {
  return new AppError(409, 'invalid_state', 'There is no subscription yet: begin with a checkout.');
}

/** The error for a caller when Stripe fails: the cause is for the log. */
export async function orProcessingUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof StripeError)) throw cause;
    throw Object.assign(processingUnavailable('The payment provider does not answer. Try again later.'), {
      cause,
    });
  }
}
