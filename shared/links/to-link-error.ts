import { errors } from 'undici';
import { LinkError } from './link-error.ts';

/** Converts the failure of a request to a `LinkError`. `signal` is the one that ends a request that takes too long. */
export function toLinkError(error: unknown, signal: AbortSignal): LinkError {
  if (error instanceof LinkError) return error;
  const isTimeout = signal.aborted || error instanceof errors.ConnectTimeoutError;
  if (isTimeout) return new LinkError('timed_out', 'the server did not respond in time', { cause: error });
  const code = (error as NodeJS.ErrnoException)?.code ?? '';
  if (error instanceof errors.HTTPParserError || /^(?:Z_|ERR_BROTLI|UND_ERR)/.test(code)) {
    return new LinkError('broken_response', 'the response of the server is malformed', { cause: error });
  }
  return new LinkError('unreachable', 'the server cannot be reached', { cause: error });
}
