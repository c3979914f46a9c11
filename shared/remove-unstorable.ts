/**
 * Returns the value without characters that Postgres cannot store: NUL and unpaired surrogates. Both can result from
 * well-formed input, as escapes in JSON (`"\u0000"`, `"\ud800"`) or when a long text is cut.
 */
export function removeUnstorable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '') as T;
  if (Array.isArray(value)) return value.map(removeUnstorable) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, removeUnstorable(held)])) as T;
}
