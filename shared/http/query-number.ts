import { z } from 'zod';

/**
 * A whole number in a query, written in digits alone. What JavaScript takes for a number as well, an empty text or
 * `0x10`, is refused like everything that is none, so that a broken `after=` does not begin a list anew.
 * A default around it is not seen for OpenAPI: `override` has to repeat it.
 */
export function queryNumber(min: number, max: number) {
  const number = z.number({ error: 'must be a whole number.' }).int().min(min).max(max);
  return z.preprocess(
    (sent) => (typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent),
    number,
  );
}
