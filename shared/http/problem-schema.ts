import { z } from 'zod';

/** A warning, error or failure as resources carry it (the specification's Problem). */
export const problemSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    stage: z.string().nullable(),
    retryable: z.boolean(),
    assetIndex: z.number().int().nullable(),
  })
  .meta({ id: 'Problem' });
