/**
 * The bytes are not a valid image: truncated, of another type than declared, too large, or not an image. A retry does not
 * help.
 */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
  /** File id of the image of a Scene; undefined when there is only one image. */
  readonly imageId: string | undefined;

  constructor(message: string, imageId?: string, options?: ErrorOptions) {
    super(message, options);
    this.imageId = imageId;
  }
}

/** Wraps an error of a decoder as the cause, because its text does not help users. */
export function undecodableError(cause: unknown): InvalidImageError {
  const message = 'the image does not decode: it is damaged, incomplete or too large';
  return new InvalidImageError(message, undefined, { cause });
}

/** The thread that drew it died or exceeded its time limit. A retry may help. */
export class RenderCrashedError extends Error {
  override readonly name = 'RenderCrashedError';
  readonly retryable = true;
}
