import { AppError, invalidFields, processingUnavailable } from '#shared/errors.ts';
import { StripeError } from './client/stripe-error.ts';

export function planNotSold({ plan, interval }: { plan: string; interval: string }): AppError {
  return invalidFields({ path: 'plan', message: `${plan} cannot be bought by the ${interval} here.` });
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

/** Runs `work`. @throws {AppError} `503` when Stripe fails */
export async function refuseIfStripeFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof StripeError)) throw cause;
    throw processingUnavailable('The payment provider does not respond. Try again later.', cause);
  }
}
