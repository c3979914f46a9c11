/**
 * The bytes are no image that can be shown: truncated, lying, too large, or not an image at all. Trying again is of no
 * use.
 */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
  /** Which image of a Scene it is (a file id); undefined when there is only one. */
  readonly imageId: string | undefined;

  constructor(message: string, imageId?: string, options?: ErrorOptions) {
    super(message, options);
    this.imageId = imageId;
  }
}

/** For any error of a decoder: its text means nothing to users, and is kept as the cause. */
export function undecodable(cause: unknown): InvalidImageError {
  const message = 'the image does not decode: it is damaged, incomplete or too large';
  return new InvalidImageError(message, undefined, { cause });
}

/** The thread that drew it died or was given up after its time limit. Trying again may help. */
export class RenderCrashedError extends Error {
  override readonly name = 'RenderCrashedError';
  readonly retryable = true;
}
