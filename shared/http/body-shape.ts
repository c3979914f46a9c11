import { invalidRequest } from '../errors.ts';
import { MAX_DEPTH } from '../find-unstorable.ts';

/** Names and values in one body: several times as many as the largest useful request has. */
const MAX_NODES = 20_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the bytes of a JSON text before it is parsed. Parsing and validation cost time and memory per value, and a value
 * may have only two bytes; this check allocates nothing. Invalid JSON may pass: the parser refuses it.
 * @throws {AppError} 400 when it has more than 20,000 names and values, or nests deeper than 64 levels
 */
export function checkBodyShape(json: Uint8Array): void {
  let nodes = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || byte === COLON) nodes += 1;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      nodes += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw invalidRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    }
    if (nodes > MAX_NODES) throw invalidRequest(`The body holds more than ${MAX_NODES} names and values.`);
  }
}

/** Where the string that begins at `start` ends: its closing quote, or the end of the text. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
