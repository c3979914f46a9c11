export type LinkFailure =
  | 'bad_address'
  | 'forbidden_address'
  | 'unreachable'
  | 'timed_out'
  | 'too_many_redirects'
  | 'too_large'
  | 'refused'
  | 'unsupported_type'
  | 'broken_response';

/** A link that cannot be fetched. The message is for its owner and reveals nothing about the internal network. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly failure: LinkFailure;

  constructor(failure: LinkFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

export function forbiddenAddress(): LinkError {
  return new LinkError('forbidden_address', 'the link does not lead to a public address');
}
