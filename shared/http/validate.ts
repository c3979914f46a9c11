import type { z } from 'zod';
import { type FieldProblem, fieldPath, invalidFields } from '../errors.ts';
import { idempotencyKey } from './idempotency.ts';
import { problemText } from './problem-text.ts';
import type { Route } from './route.ts';

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Kinds of bodies that the handler validates itself. */
const UNPARSED = ['raw', 'multipart', 'any'];

/** Without a Content-Type header, curl and others send a form, which is not read. */
const NO_BODY = { path: '', message: 'must be JSON, sent with the header Content-Type: application/json.' };

/** Validates all parts of a request. @throws {AppError} `400 invalid_request` that names every wrong field */
export function checkInput(
  { spec, idempotent }: Pick<Route, 'spec' | 'idempotent'>,
  input: Input & { key: unknown },
): Input {
  const problems: FieldProblem[] = [];
  const check = (schema: z.ZodType | undefined, value: unknown, absent?: FieldProblem) => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: problemText });
    if (!result.success)
      problems.push(...(absent && value === undefined ? [absent] : fieldProblems(result.error)));
    return result.data;
  };
  const checked = {
    params: check(spec.params, input.params),
    query: check(spec.query, input.query),
    body:
      spec.bodyType !== undefined && UNPARSED.includes(spec.bodyType)
        ? input.body
        : check(spec.body, input.body, NO_BODY),
  };
  const key = idempotent && idempotencyKey.safeParse(input.key, { error: problemText });
  if (key && !key.success)
    problems.push(...fieldProblems(key.error).map((problem) => ({ ...problem, path: 'Idempotency-Key' })));
  if (problems.length > 0) throw invalidFields(...problems);
  return checked;
}

/** One entry per wrong field, with a path such as `assets.0.url`. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap(({ path, message, ...issue }) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: fieldPath(path), message }];
    const lines = message.split('\n');
    return issue.keys.map((key, index) => ({
      path: fieldPath([...path, key]),
      message: lines[index] ?? 'is not known.',
    }));
  });
}
