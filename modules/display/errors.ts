import { AppError } from '#shared/errors.ts';

/** No panel of that id has an owner. */
export function displayNotFound(): AppError {
  return new AppError(404, 'display_not_found', 'There is no such display.');
}

/** The display exists and belongs to another user. */
export function accessDenied(): AppError {
  return new AppError(403, 'access_denied', 'This display belongs to another user.');
}

export function presentationNotFound(): AppError {
  return new AppError(404, 'presentation_not_found', 'There is no such presentation.');
}

/** `409`: only entries of the queue can be shown early or removed. */
export function presentationNotQueued(): AppError {
  return new AppError(409, 'invalid_state', 'This presentation is not waiting in the queue.');
}

export function pictureNotFound(): AppError {
  return new AppError(404, 'not_found', 'This presentation is not drawn yet, or could not be.');
}

export type NotDeliverable = 'targetless' | 'not_rendered' | 'not_delivered' | 'other_display';

const NOT_DELIVERABLE_REASONS: Record<NotDeliverable, string> = {
  targetless: 'It was made without a display.',
  not_rendered: 'It has no rendered image.',
  not_delivered: 'It was never delivered.',
  other_display: 'It was delivered to another display.',
};

/** `409`: the presentation cannot go on that panel. */
export function presentationNotDeliverable(
  reason: NotDeliverable,
  ids: { displayId: string; presentationId: string },
): AppError {
  return new AppError(409, 'presentation_not_deliverable', NOT_DELIVERABLE_REASONS[reason], {
    ...ids,
    reason,
  });
}

/** `409`: this panel has an owner, and the request does not prove that it comes from the panel. */
export function alreadyEnrolled(): AppError {
  return new AppError(
    409,
    'already_enrolled',
    'This panel has an owner. Send its password, or let the owner open the window to enrol again.',
  );
}

/** `404`: no panel shows that code, or it was used, or it has expired. */
export function claimCodeNotFound(): AppError {
  return new AppError(
    404,
    'claim_code_not_found',
    'No panel shows this code. Codes work once, for a short time.',
  );
}

/** `409`: a panel on MQTT reports its frame format itself. */
export function greysNotChosen(): AppError {
  return new AppError(409, 'invalid_state', 'This panel chooses its greys itself.');
}
