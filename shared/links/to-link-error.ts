import { errors } from 'undici';
import { LinkError } from './link-error.ts';

/** What went wrong with a request, in words for its owner. `signal` ended it when it took too long. */
export function toLinkError(error: unknown, signal: AbortSignal): LinkError {
  if (error instanceof LinkError) return error;
  const late = signal.aborted || error instanceof errors.ConnectTimeoutError;
  if (late) return new LinkError('timed_out', 'the server did not answer in time', { cause: error });
  const code = (error as NodeJS.ErrnoException)?.code ?? '';
  if (error instanceof errors.HTTPParserError || /^(?:Z_|ERR_BROTLI|UND_ERR)/.test(code)) {
    return new LinkError('broken_response', 'the answer of the server is broken', { cause: error });
  }
  return new LinkError('unreachable', 'the server cannot be reached', { cause: error });
}
