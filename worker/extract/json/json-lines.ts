import { isObject, type Json } from './fields.ts';
import { parseJson } from './parse-json.ts';

/** Limit of the lines. Pages show the first rows and count the others. */
const MAX_LINES = 100_000;

/** The objects of JSON Lines, as command lines and logs write them; null for any other text. */
export function jsonLines(text: string): Json[] | null {
  const lines = text.split('\n', MAX_LINES + 1).filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > MAX_LINES) return null;
  const objects: Json[] = [];
  for (const line of lines) {
    const object = objectIn(line);
    if (!object) return null;
    objects.push(object);
  }
  return objects;
}

function objectIn(line: string): Json | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const value = parseJson(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
