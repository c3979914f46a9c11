/**
 * The bytes cannot be read: broken, hostile, encrypted, or beyond the limits. A retry does not help. The message is for their
 * owner.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The child process could not be started, or failed for a reason other than its input. A retry may help. */
export class SandboxFailedError extends Error {
  override readonly name = 'SandboxFailedError';
  readonly retryable = true;
}
