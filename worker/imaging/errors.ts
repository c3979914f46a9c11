/**
 * The bytes are not a valid image: truncated, of another type than declared, too large, or no image at all. A retry does not
 * help.
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

/** Wraps any error of a decoder: its text is of no use to users and is kept as the cause. */
export function undecodable(cause: unknown): InvalidImageError {
  const message = 'the image does not decode: it is damaged, incomplete or too large';
  return new InvalidImageError(message, undefined, { cause });
}

/** The thread that drew it died or exceeded its time limit. A retry may help. */
export class RenderCrashedError extends Error {
  override readonly name = 'RenderCrashedError';
  readonly retryable = true;
}
