import { isObject, type Json } from './fields.ts';
import { plainName } from './names.ts';
import { isNoise } from './noise.ts';

/** Limit of the envelopes within each other. */
const MAX_DEPTH = 3;

/** Whether a member is the status code of a response. */
const isCode = (name: string, member: unknown) =>
  typeof member === 'number' && /^(?:status|code|result_code|return_code)$/.test(plainName(name));

/** An item between two steps of n8n. */
const isItem = (value: unknown): value is { json: Json } =>
  isObject(value) &&
  isObject(value.json) &&
  Object.keys(value).every((name) => /^(?:json|pairedItem|binary)$/.test(name));

/** Unwraps envelopes such as `{ "status": "ok", "data": … }`. */
export function unwrapEnvelope(value: unknown, depth = 0): unknown {
  if (Array.isArray(value) && value.length > 0 && value.every(isItem)) return value.map(({ json }) => json);
  if (!isObject(value) || depth > MAX_DEPTH) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      (!isNoise(name, member) && !isCode(name, member)) || ['object', 'links'].includes(plainName(name)),
  );
  const [only] = kept;
  const isEnvelope =
    only &&
    kept.length === 1 &&
    typeof only[1] === 'object' &&
    /^(?:data|result|results|response|payload|body|items|records|value|features|rows|list|entries)$/.test(
      plainName(only[0]),
    );
  return isEnvelope ? unwrapEnvelope(only[1], depth + 1) : value;
}
