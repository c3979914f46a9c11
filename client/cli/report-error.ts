import { PlacardError } from '../error.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { safeJson, safeLine } from './safe-text.ts';

interface Report {
  exitCode: number;
  code: string;
  message: string;
  /** What belongs to the message, and what to do next: one line each. */
  hints: string[];
  /** What the refusal says beside its message. */
  facts?: Pick<PlacardError, 'status' | 'requestId' | 'details'>;
}

/** Says what went wrong and what to do next; returns the exit code. */
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
    const hints = ['Sign in with `placard login`; a token in PLACARD_TOKEN wins over that one.'];
    return { ...shared, exitCode: EXIT.notSignedIn, message: 'The box does not take this token.', hints };
  }
  const hints = [...fieldLines(details), ...laterLines(error)];
  if (status !== null && status >= 500 && requestId) hints.push(`The box logged it as ${requestId}.`);
  return { ...shared, exitCode: EXIT.failed, message, hints };
}

/** The cause of a failed connection, as the system calls it. */
function reason({ cause }: PlacardError): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function adviceFor(error: PlacardError): string[] {
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(reason(error)))
    return ['Its certificate is not trusted here: name that of its authority in NODE_EXTRA_CA_CERTS.'];
  if (error.code === 'unexpected_response')
    return ['Is the address right, with the path that a proxy puts Placard under?'];
  return [
    'Is the box on (`make run` starts it), and the address right? PLACARD_URL or `placard login URL` name another one.',
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
