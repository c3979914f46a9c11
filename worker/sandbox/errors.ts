/**
 * The bytes cannot be read: broken, hostile, encrypted, or too much work for the limits. Trying again is of no use.
 * The message is for the owner of the bytes.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The child process itself could not be started or failed for a reason that is not the input's. Trying again may help. */
export class SandboxFailedError extends Error {
  override readonly name = 'SandboxFailedError';
  readonly retryable = true;
}
