import type { FieldProblem } from './errors.ts';

const MAX_DEPTH = 64;

/**
 * What in a parsed JSON value no database stores: NUL, half surrogates, nesting beyond 64 levels. Walks without
 * recursion, so that no depth of nesting can exhaust the stack.
 */
export function unstorable(body: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const pending: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (path.length > MAX_DEPTH) return [{ path: '', message: `is nested deeper than ${MAX_DEPTH} levels.` }];
    if (typeof value === 'string' && !storable(value)) problems.push(badText(path));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!storable(key)) problems.push(badText(path));
      pending.push({ value: child, path: [...path, key] });
    }
  }
  return problems;
}

function storable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function badText(path: string[]): FieldProblem {
  return { path: path.join('.'), message: 'holds a NUL character or half of a surrogate pair.' };
}
