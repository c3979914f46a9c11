import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import { z } from 'zod';
import { type FieldProblem, invalidRequest } from '#shared/errors.ts';
import { findUnstorable } from '#shared/find-unstorable.ts';
import { idempotencyKey } from '#shared/http/idempotency.ts';
import { problemText } from '#shared/http/problem-text.ts';
import { fieldProblems } from '#shared/http/validate.ts';
import { nearestName } from '#shared/nearest-name.ts';
import { MAX_INTENT_CHARACTERS, MAX_TITLE_CHARACTERS } from '../contents/asset-rules.ts';
import { optionalText } from '../contents/content-request.ts';
import { expiresText } from '../contents/expiry.ts';
import { contentMode } from '../schemas.ts';
import { dispositionFilename, headerText } from './header-text.ts';

const MAX_WAIT_SECONDS = 60;
const MAX_DISPLAY_CHARACTERS = 200;
const MAX_QUOTED_CHARACTERS = 40;
const DISPLAY_IN_PATH = 'the display? It stands in the path: /push/{display}.';

/** `?urgent` without a value means true. */
const BOOLEAN_WORDS: Record<string, boolean> = {
  ...{ true: true, yes: true, 1: true, '': true },
  ...{ false: false, no: false, 0: false },
};

/** The options of a push as text: in the query, in headers, in fields of a form. */
const options = z.object({
  title: optionalText(MAX_TITLE_CHARACTERS),
  intent: optionalText(MAX_INTENT_CHARACTERS),
  mode: contentMode.optional(),
  filename: z.string().optional(),
  wait: z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WAIT_SECONDS, {
      error: `must be a whole number of seconds from 1 to ${MAX_WAIT_SECONDS}.`,
    })
    .transform(Number)
    .optional(),
  urgent: z
    .string()
    .toLowerCase()
    .refine((text) => Object.hasOwn(BOOLEAN_WORDS, text), { error: 'must be true or false.' })
    .transform((text) => BOOLEAN_WORDS[text])
    .optional(),
  expires: expiresText.optional(),
  display: z
    .string()
    .refine((name) => name.length <= MAX_DISPLAY_CHARACTERS, {
      error: `must have at most ${MAX_DISPLAY_CHARACTERS} characters.`,
    })
    .optional(),
});

const documented = (override: object, description: string) =>
  z.unknown().optional().meta({ override, description });

/** The documented query. `requestOptions` reads it itself, to reject unknown names. */
export const pushQuery = z.looseObject({
  title: documented({ type: 'string', maxLength: MAX_TITLE_CHARACTERS }, 'Also as a header or a form field.'),
  intent: documented(
    { type: 'string', maxLength: MAX_INTENT_CHARACTERS },
    'What it is for, in your words. Also as a header or a form field.',
  ),
  mode: documented(
    { type: 'string', enum: contentMode.options },
    '`hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`.',
  ),
  filename: documented({ type: 'string' }, 'Name of the bytes sent; also taken from `Content-Disposition`.'),
  urgent: documented(
    { type: 'boolean' },
    'It goes out before others, in quiet hours too. Also as a header or a form field.',
  ),
  expires: documented(
    { type: 'string' },
    "When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field.",
  ),
  wait: documented(
    { type: 'integer', minimum: 1, maximum: MAX_WAIT_SECONDS },
    'Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field.',
  ),
});

export type PushOptions = z.output<typeof options>;
type OptionName = keyof PushOptions;
export type SentOptions = Partial<Record<OptionName, string>>;

const HEADER_OPTIONS = ['title', 'intent', 'mode', 'filename', 'wait', 'urgent', 'expires'] as const;
const FORM_OPTIONS = ['title', 'intent', 'mode', 'display', 'wait', 'urgent', 'expires'] as const;
const ASSET_FIELDS = ['text', 'link'];

/** The options in the address and the headers, before the body has been read. */
export interface RequestOptions {
  /** Query parameters, and the names in the path. */
  address: SentOptions;
  headers: SentOptions;
}

/**
 * The options in the address and the headers of a request.
 * @throws {AppError} `400 invalid_request` naming every option that is wrong whatever a form adds: one that does not
 * exist, with the nearest one, or is given twice, a value, and an `Idempotency-Key` of the wrong form
 */
export function requestOptions(
  url: string,
  headers: IncomingHttpHeaders,
  path: Pick<SentOptions, 'display' | 'filename'>,
): RequestOptions {
  const problems: FieldProblem[] = [];
  const known = HEADER_OPTIONS as readonly string[];
  const address: SentOptions = { ...path };
  // Not a query parsed by a schema, which would skip `__proto__`.
  const query = parse(url.split('?', 2)[1] ?? '');
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) problems.push(unknownOption(name, known));
    else if (typeof value !== 'string') problems.push({ path: name, message: 'must be given once.' });
    else address[name as OptionName] = value;
  }
  const key = headers['idempotency-key'];
  const checked = key === undefined ? null : idempotencyKey.safeParse(key, { error: problemText });
  if (checked && !checked.success)
    problems.push(...fieldProblems(checked.error).map((one) => ({ ...one, path: 'Idempotency-Key' })));
  const sent: SentOptions = {};
  for (const name of HEADER_OPTIONS) {
    const value = headers[name];
    if (typeof value === 'string') sent[name] = headerText(value);
  }
  sent.filename ??= dispositionFilename(headers['content-disposition']);
  const values = { ...sent, ...address };
  problems.push(...findUnstorable(values), ...optionProblems(values));
  if (problems.length > 0) throw invalidOptions(problems);
  return { address, headers: sent };
}

/** The problem of a form field's name; null when it is an option or an asset. */
export function fieldProblem(name: string): FieldProblem | null {
  const known = [...FORM_OPTIONS, ...ASSET_FIELDS];
  return known.includes(name) ? null : unknownOption(name, known);
}

/**
 * All options of a push. A query parameter takes precedence over a header; a form field must not contradict the
 * address.
 * @throws {AppError} `400 invalid_request` naming every wrong one
 */
export function readOptions({ address, headers }: RequestOptions, fields: SentOptions = {}): PushOptions {
  const problems: FieldProblem[] = [];
  for (const name of FORM_OPTIONS) {
    const [inAddress, inForm] = [address[name], fields[name]];
    if (inAddress !== undefined && inForm !== undefined && inAddress !== inForm)
      problems.push({ path: name, message: 'must not contradict the address.' });
  }
  const values = { ...headers, ...fields, ...address };
  problems.push(...findUnstorable(values));
  const result = options.safeParse(values, { error: problemText });
  if (!result.success) problems.push(...fieldProblems(result.error));
  if (problems.length > 0 || !result.success) throw invalidOptions(problems);
  problems.push(...modeProblems(result.data));
  if (problems.length > 0) throw invalidOptions(problems);
  return result.data;
}

function optionProblems(values: SentOptions): FieldProblem[] {
  const { error } = options.safeParse(values, { error: problemText });
  return error ? fieldProblems(error) : [];
}

function modeProblems({ mode, display }: PushOptions): FieldProblem[] {
  if (mode === 'auto' && display !== undefined)
    return [{ path: 'mode', message: 'must not be auto for a display: Placard chooses none then.' }];
  if ((mode === 'manual' || mode === 'hardcode') && display === undefined)
    return [{ path: 'display', message: `is required in mode ${mode}: push to /push/{display}.` }];
  return [];
}

function unknownOption(name: string, known: readonly string[]): FieldProblem {
  const shown = [...name].slice(0, MAX_QUOTED_CHARACTERS).join('');
  const meant = nearestName(shown, [...new Set([...known, 'display'])]);
  const hint = meant === 'display' && !known.includes(meant) ? DISPLAY_IN_PATH : `${meant}?`;
  const advice = meant ? `Did you mean ${hint}` : `There are ${known.join(', ')}.`;
  return { path: shown, message: `is not an option of a push. ${advice}` };
}

function invalidOptions(problems: FieldProblem[]) {
  return invalidRequest('The options of the push are not valid; details.fields says which.', problems);
}
