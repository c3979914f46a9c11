import { z } from 'zod';

/**
 * A whole number in a query, in digits only. Empty text and `0x10`, which JavaScript also converts, are refused, so that a
 * malformed `after=` does not start a list again. OpenAPI does not include a default added to it: repeat it in `override`.
 */
export function queryNumber(min: number, max: number) {
  const number = z
    .number({ error: `must be a whole number from ${min} to ${max}.` })
    .int()
    .min(min)
    .max(max);
  return z.preprocess(
    (sent) => (typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent),
    number,
  );
}
