import { PlacardError } from '#client/index.ts';
import { t } from '../strings/index.ts';

/** The text for an error, with what to do. */
export function explain(error: unknown): string {
  if (!(error instanceof PlacardError)) return t.errors.unknown;
  const { code, status, message, retryAfterSeconds, requestId } = error;
  if (code === 'connection_failed') return t.errors.offline;
  if (code === 'timeout') return t.errors.timeout;
  if (code === 'rate_limited') return t.errors.rateLimited(retryAfterSeconds);
  const known: Record<string, unknown> = t.errors;
  const words = known[code];
  if (typeof words === 'string') return words;
  if (status !== null && status >= 500)
    return requestId ? `${t.errors.internal} ${t.errors.requestId(requestId)}` : t.errors.internal;
  return message;
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof PlacardError && error.code === 'invalid_credentials';
}

/** The problem of each field, by the field's name. */
export function fieldProblems(error: unknown): Record<string, string> {
  const fields = error instanceof PlacardError ? error.details?.fields : null;
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(
    (fields as { path: string; message: string }[]).map(({ path, message }) => [path, sentence(message)]),
  );
}

/** Makes a sentence of the API's messages, which begin with `must` or `does`. */
function sentence(message: string): string {
  return message.replace(/^(must|does) /, 'It $1 ').replaceAll('`', '');
}
