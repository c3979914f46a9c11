import { planRefusals } from '#modules/billing';
import { AppError, type FieldProblem, invalidRequest } from '#shared/errors.ts';

/** Errors of routes that accept a submission, for their declarations. */
export const submissionErrors = {
  400: ['invalid_asset'],
  ...planRefusals,
  403: ['access_denied', ...planRefusals[403]],
  404: ['display_not_found'],
  409: ['idempotency_conflict', 'invalid_state'],
  413: ['asset_too_large'],
  503: ['processing_unavailable'],
};

/** `400`: the request for a content has these wrong fields. */
export function invalidContent(fields: FieldProblem[]): AppError {
  return invalidRequest('The content is not valid; details.fields says where.', fields);
}

/** The content is unknown or of another user: the response is the same. */
export function contentNotFound(): AppError {
  return new AppError(404, 'content_not_found', 'There is no such content.');
}

/** `403`: the account or the content of an upload ticket was deleted. */
export function ticketEnded(): AppError {
  return new AppError(
    403,
    'ticket_expired',
    'The content or account of this upload ticket has been deleted.',
  );
}

/** `409`: the resource cannot do this now. */
export function invalidState(message: string): AppError {
  return new AppError(409, 'invalid_state', message);
}
