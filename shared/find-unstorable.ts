import { type FieldProblem, fieldPath } from './errors.ts';

export const MAX_DEPTH = 64;

/** A value with its path. The path is formatted only when a problem is reported. */
interface Visited {
  value: unknown;
  key: string;
  parent: Visited | null;
  depth: number;
}

/**
 * Finds what Postgres cannot store, or what is unsafe for programs, in a parsed JSON value: NUL, unpaired surrogates, the
 * key `__proto__`, nesting beyond 64 levels. It does not recurse, so deep nesting cannot exhaust the stack.
 */
export function findUnstorable(body: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report = (at: Visited, message: string) => problems.push({ path: pathOf(at), message });
  const pending: Visited[] = [{ value: body, key: '', parent: null, depth: 0 }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { value, depth } = at;
    if (depth > MAX_DEPTH) return [{ path: '', message: `is nested deeper than ${MAX_DEPTH} levels.` }];
    if (typeof value === 'string' && !isStorable(value)) report(at, BAD_TEXT);
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) report(at, BAD_TEXT);
      if (key === '__proto__') report(at, 'has a key __proto__.');
      pending.push({ value: (value as Record<string, unknown>)[key], key, parent: at, depth: depth + 1 });
    }
  }
  return problems;
}

const BAD_TEXT = 'holds a NUL character or half of a surrogate pair.';

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function pathOf(visited: Visited): string {
  const parts: string[] = [];
  for (let at = visited; at.parent; at = at.parent) parts.unshift(at.key);
  return fieldPath(parts);
}
