import { PlacardError } from '../error.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { safeJson, safeLine } from './safe-text.ts';

interface Report {
  exitCode: number;
  code: string;
  message: string;
  /** Details of the message and what to do next, one line each. */
  hints: string[];
  /** Further fields of the API's error. */
  facts?: Pick<PlacardError, 'status' | 'requestId' | 'details'>;
}

/** Prints an error with what to do next; returns the exit code. */
export function reportError(
  error: unknown,
  isJson: boolean,
  stderr: Pick<NodeJS.WriteStream, 'write'>,
): number {
  const { exitCode, code, message, hints, facts } = reportOf(error);
  if (isJson) stderr.write(`${safeJson({ error: { code, message, hints, ...facts } }, 2)}\n`);
  else stderr.write([`placard: ${message}`, ...hints].map((line) => `${safeLine(line)}\n`).join(''));
  return exitCode;
}

function reportOf(error: unknown): Report {
  if (error instanceof CommandError) {
    const { exitCode, code, message, hint } = error;
    return { exitCode, code, message, hints: hint ? [hint] : [] };
  }
  if (error instanceof PlacardError) return reportOfRefusal(error);
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: EXIT.failed, code: 'internal_error', message, hints: [] };
}

function reportOfRefusal(error: PlacardError): Report {
  const { code, message, status, requestId, details } = error;
  const shared = { code, facts: { status, requestId, details } };
  if (error.isUnreachable) {
    const text = `${message.replace(/\.$/, '')}${reason(error)}.`;
    return { ...shared, exitCode: EXIT.unreachable, message: text, hints: adviceFor(error) };
  }
  if (status === 401) {
    const hints = ['Sign in with `placard login`; a token in PLACARD_TOKEN takes precedence.'];
    return { ...shared, exitCode: EXIT.notSignedIn, message: 'The box does not take this token.', hints };
  }
  const hints = [...fieldLines(details), ...laterLines(error)];
  if (status !== null && status >= 500 && requestId) hints.push(`The box logged it as ${requestId}.`);
  return { ...shared, exitCode: EXIT.failed, message, hints };
}

/** The system's code for a failed connection, in brackets. */
function reason({ cause }: PlacardError): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function adviceFor(error: PlacardError): string[] {
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(reason(error)))
    return [
      'Its certificate is not trusted here: set NODE_EXTRA_CA_CERTS to the certificate of its authority.',
    ];
  if (error.code === 'unexpected_response')
    return ['Check the address, including the path if a proxy serves Placard under one.'];
  return [
    'Check that the box is running (`make run` starts it) and that the address is right. PLACARD_URL or `placard login URL` set another address.',
  ];
}

function fieldLines(details: PlacardError['details']): string[] {
  const list = details?.fields;
  if (!Array.isArray(list)) return [];
  return list.map(({ path, message }) => `  ${path}: ${message}`);
}

function laterLines({ code, details, retryAfterSeconds }: PlacardError): string[] {
  if (code === 'quota_exceeded' && details?.resetAt) return [`The next window begins at ${details.resetAt}.`];
  if (retryAfterSeconds !== null) return [`Try again in ${retryAfterSeconds} seconds.`];
  return [];
}
