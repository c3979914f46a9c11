import type { z } from 'zod';
import type { problemSchema } from './http/problem-schema.ts';

/** A problem with one field of the caller's input. `path` is dotted: `assets.0.url`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** Problems that one response lists at most. `details.moreFields` is the number of the others. */
const MAX_LISTED_PROBLEMS = 50;
/** Characters of a path and of a message, which may both quote the request. */
const MAX_PROBLEM_TEXT = 300;

export type ErrorDetails = Record<string, unknown>;

/**
 * An error for the caller. Use cases throw it, and only `shared/http/envelope.ts` turns it into a response. Any other
 * error becomes `500 internal_error` without its text.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: ErrorDetails = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** `400 invalid_request`, naming every wrong field at once, up to `MAX_LISTED_PROBLEMS`. */
export function invalidRequest(message: string, problems: FieldProblem[] = []): AppError {
  if (problems.length === 0) return new AppError(400, 'invalid_request', message);
  const fields = problems.slice(0, MAX_LISTED_PROBLEMS).map(({ path, message }) => ({
    path: cutText(path),
    message: cutText(message),
  }));
  const moreFields = problems.length - fields.length;
  return new AppError(400, 'invalid_request', message, { fields, ...(moreFields > 0 && { moreFields }) });
}

/** `400 invalid_request` for a request with these wrong fields. */
export function invalidFields(...problems: FieldProblem[]): AppError {
  return invalidRequest('The request is not valid; details.fields says where.', problems);
}

/** Joins names and indexes of nested fields, outermost first: `assets.0.url`. Long names are cut. */
export function fieldPath(parts: readonly PropertyKey[]): string {
  return parts.map((part) => cutText(String(part))).join('.');
}

function cutText(text: string): string {
  return text.length > MAX_PROBLEM_TEXT ? `${text.slice(0, MAX_PROBLEM_TEXT)}…` : text;
}

/** `401`: no valid credential. The text is the same for every cause, so that it reveals nothing. */
export function authenticationFailed(): AppError {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return new AppError(401, 'authentication_failed', 'The credential is missing or not valid.', {}, headers);
}

/** `500`: an unexpected error, whose cause is only logged. */
export function internalError(): AppError {
  return new AppError(500, 'internal_error', 'Something went wrong on our side.');
}

export function notFound(): AppError {
  return new AppError(404, 'not_found', 'There is nothing at this address.');
}

export function payloadTooLarge(limitBytes: number): AppError {
  return new AppError(413, 'payload_too_large', `The request body is larger than ${limitBytes} bytes.`);
}

export function rateLimited(retryAfterSeconds: number): AppError {
  return new AppError(
    429,
    'rate_limited',
    'Too many requests; the Retry-After header says when to try again.',
    {},
    { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  );
}

/** `503`: a service other than Postgres that this installation needs is missing or unreachable. `cause` is for the log. */
export function processingUnavailable(message: string, cause?: unknown): AppError {
  const error = new AppError(503, 'processing_unavailable', message);
  return cause === undefined ? error : Object.assign(error, { cause });
}

export type Problem = z.output<typeof problemSchema>;

export function problem(
  code: string,
  message: string,
  rest: Partial<Omit<Problem, 'code' | 'message'>> = {},
): Problem {
  return { code, message, stage: null, retryable: false, assetIndex: null, ...rest };
}
