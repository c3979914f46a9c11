import { isObject, type Json } from './fields.ts';

/** Lines that are read of such a file; those beyond it make it a log. */
const MAX_LINES = 5_000;

/** Objects one a line (JSON Lines), as command lines and logs write them; null for any other text. */
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
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
