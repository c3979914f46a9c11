import { AppError } from '#shared/errors.ts';

export function webhookNotFound(): AppError {
  return new AppError(404, 'webhook_not_found', 'You have no such webhook.');
}

export function deliveryNotFound(): AppError {
  return new AppError(404, 'delivery_not_found', 'This webhook has no such delivery.');
}

/** `409`: the user has reached the limit of webhooks. */
export function tooManyWebhooks(limit: number): AppError {
  return new AppError(
    409,
    'invalid_state',
    `You have ${limit} webhooks, which is the limit. Delete one first.`,
    { limit },
  );
}

/** `409`: a webhook that is off receives nothing. */
export function webhookIsOff(): AppError {
  return new AppError(409, 'invalid_state', 'This webhook is off. Switch it on with `"active": true` first.');
}
