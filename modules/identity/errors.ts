import { AppError, type FieldProblem, invalidRequest } from '#shared/errors.ts';

/** `401`: wrong name or password, whichever of the two it was. */
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

/** `409`: one of the user's tokens has to be revoked before another is made. */
export function tooManyTokens(limit: number): AppError {
  return new AppError(
    409,
    'invalid_state',
    `You have ${limit} personal access tokens, as many as there may be. Revoke one first.`,
    { limit },
  );
}

export function userNotFound(): AppError {
  return new AppError(404, 'user_not_found', 'This account no longer exists.');
}

/** `403`: this installation makes no new accounts, or none in this way. */
export function registrationClosed(message = 'New accounts are not made here.'): AppError {
  return new AppError(403, 'registration_closed', message);
}

/** `403`: registration wants an invitation, and this is none, or none any more. */
export function invitationRefused(code: string | undefined): AppError {
  const message =
    code === undefined
      ? 'New accounts need an invitation here: send its code as inviteCode.'
      : 'This invitation is wrong, used, or has expired.';
  const field: FieldProblem = {
    path: 'inviteCode',
    message: code === undefined ? 'is required.' : 'is not an invitation that can be used.',
  };
  return new AppError(403, 'registration_closed', message, { fields: [field] });
}

export function providerNotConfigured(): AppError {
  return new AppError(501, 'provider_not_configured', 'This way to sign in is not set up here.');
}

/** `403`: the provider does not vouch for the address, and an account already uses it. */
export function emailUnverified(): AppError {
  return new AppError(403, 'email_unverified', 'The provider has not verified this e-mail address.');
}

export function invalidField(path: string, message: string): AppError {
  const field: FieldProblem = { path, message };
  return invalidRequest('The request is not valid; details.fields says where.', [field]);
}

export function invalidResetToken(): AppError {
  return new AppError(401, 'invalid_reset_token', 'This reset code is wrong, used, or older than an hour.');
}

/** `403`: the provider told no usable address, and a new account needs one. */
export function emailMissing(): AppError {
  return new AppError(403, 'email_missing', 'The provider told no e-mail address.');
}
