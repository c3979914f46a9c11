import { AppError, type FieldProblem, processingUnavailable } from '#shared/errors.ts';

/** `401`: wrong name or wrong password. The text does not reveal which. */
export function invalidCredentials(): AppError {
  return new AppError(401, 'invalid_credentials', 'The name or password is not right.');
}

export function emailTaken(): AppError {
  return new AppError(409, 'email_taken', 'There already is an account with this e-mail address.');
}

export function usernameTaken(): AppError {
  return new AppError(409, 'username_taken', 'There already is an account with this user name.');
}

export function sessionNotFound(): AppError {
  return new AppError(404, 'session_not_found', 'You have no such session.');
}

export function tokenNotFound(): AppError {
  return new AppError(404, 'token_not_found', 'You have no such token.');
}

/** `409`: the user has as many tokens as allowed. */
export function tooManyTokens(limit: number): AppError {
  return new AppError(
    409,
    'invalid_state',
    `You have ${limit} personal access tokens, which is the limit. Revoke one first.`,
    { limit },
  );
}

export function userNotFound(): AppError {
  return new AppError(404, 'user_not_found', 'This account no longer exists.');
}

/** `403`: this installation does not allow new accounts, or not in this way. */
export function registrationClosed(message = 'This installation does not allow new accounts.'): AppError {
  return new AppError(403, 'registration_closed', message);
}

/** `403`: registration requires a valid invitation. */
export function invitationRefused(code: string | undefined): AppError {
  const message =
    code === undefined
      ? 'New accounts need an invitation: send its code as inviteCode.'
      : 'This invitation is wrong, used, or has expired.';
  const field: FieldProblem = {
    path: 'inviteCode',
    message: code === undefined ? 'is required.' : 'is not a valid invitation.',
  };
  return new AppError(403, 'registration_closed', message, { fields: [field] });
}

export function providerNotConfigured(): AppError {
  return new AppError(501, 'provider_not_configured', 'This installation is not set up for this sign-in.');
}

/** `403`: the provider has not verified the address, and an account already uses it. */
export function emailUnverified(): AppError {
  return new AppError(403, 'email_unverified', 'The provider has not verified this e-mail address.');
}

export function invalidResetToken(): AppError {
  return new AppError(401, 'invalid_reset_token', 'This reset code is wrong, used, or older than an hour.');
}

/** `403`: the provider sent no usable address, and a new account needs one. */
export function emailMissing(): AppError {
  return new AppError(403, 'email_missing', 'The provider sent no e-mail address.');
}

/** `503`. `cause` is for the log. */
export function providerUnavailable(cause?: unknown): AppError {
  return processingUnavailable('The sign-in provider does not respond.', cause);
}
