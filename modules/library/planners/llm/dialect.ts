/** The parameters of the OpenAI interface that a server supports. It rejects others with `400` or `422`. */
export interface Dialect {
  format: 'json_schema' | 'json_object' | 'none';
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

export const RICHEST_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };

/** The next simpler dialect after a rejection with this message; null when there is none. */
export function simplerDialect(dialect: Dialect, complaint: string): Dialect | null {
  if (dialect.limit === 'max_tokens' && complaint.includes('max_completion_tokens'))
    return { ...dialect, limit: 'max_completion_tokens' };
  if (dialect.temperature && complaint.includes('temperature')) return { ...dialect, temperature: false };
  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
  if (dialect.format === 'json_object') return { ...dialect, format: 'none' };
  return null;
}

/** The part of a request body that depends on the dialect. */
export function dialectParameters(
  { format, limit, temperature }: Dialect,
  { name, schema, maxTokens }: { name: string; schema: object; maxTokens: number },
): object {
  return {
    [limit]: maxTokens,
    ...(temperature && { temperature: 0 }),
    ...(format === 'json_object' && { response_format: { type: 'json_object' } }),
    ...(format === 'json_schema' && {
      response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    }),
  };
}
