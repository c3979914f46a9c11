import { z } from 'zod';
import { nearestName } from '../nearest-name.ts';

type Issue = z.core.$ZodRawIssue;

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an address such as https://example.com/',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date and time such as 2026-11-20T10:00:00Z',
  date: 'a date such as 2026-11-20',
  time: 'a time of day such as 07:30',
};
const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  record: ['entry', 'entries'],
};
/** Choices that are listed. Longer lists are cut. */
const MAX_NAMED_CHOICES = 30;

/**
 * Describes what is wrong with a value, as the end of a sentence about its field. An error map of zod, for schemas without
 * their own message.
 */
export function problemText(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required.';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another type'}.`;
    case 'invalid_value':
      return choiceText(issue.values);
    case 'too_big':
      return limitText(issue.origin, issue.exact ? 'exactly' : 'at most', Number(issue.maximum));
    case 'too_small':
      return limitText(issue.origin, issue.exact ? 'exactly' : 'at least', Number(issue.minimum));
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}.` : 'has the wrong form.';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? choiceText(issue.options) : 'has none of the possible forms.';
    case 'unrecognized_keys':
      return unknownText(issue.keys, issue.inst);
    default:
      return 'is not valid.';
  }
}

/** One line for each of the first unknown fields, with the field that was probably meant, or else with all known fields. */
function unknownText(keys: string[], schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const all = known.length > 0 ? ` Known: ${known.join(', ')}.` : '';
  const hint = (nearest: string | null) => (nearest === null ? all : ` Did you mean ${nearest}?`);
  return keys
    .slice(0, MAX_NAMED_CHOICES)
    .map((key) => `is not known.${hint(nearestName(key, known))}`)
    .join('\n');
}

function choiceText(values: readonly unknown[]): string {
  const named = values.slice(0, MAX_NAMED_CHOICES).map((value) => JSON.stringify(value));
  if (named.length < 2) return `must be ${named[0] ?? 'something else'}.`;
  return `must be one of ${named.join(', ')}${values.length > named.length ? ', …' : ''}.`;
}

function limitText(origin: string, bound: string, limit: number): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${bound} ${limit}.`;
  if (bound === 'at least' && limit === 1) return 'must not be empty.';
  return `must have ${bound} ${limit} ${limit === 1 ? unit[0] : unit[1]}.`;
}
