import { AppError } from '#shared/errors.ts';

/** Unknown, or another user's: the response is the same. */
export function contentNotFound(): AppError {
  return new AppError(404, 'content_not_found', 'There is no such content.');
}

/** `403`: the account or the content of an upload ticket was deleted. */
export function ticketEnded(): AppError {
  return new AppError(403, 'ticket_expired', 'What this upload ticket was for has been deleted.');
}

/** `409`: the resource cannot do this now. */
export function invalidState(message: string): AppError {
  return new AppError(409, 'invalid_state', message);
}
