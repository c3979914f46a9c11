import { Refusal } from './refusal.ts';

export interface Stored {
  status: number;
  body: object;
}

/**
 * Responses under idempotency keys, like Stripe: a repeated call gets the first response, even a failure. A call with
 * other parameters, or while the first one is under way, is refused.
 */
export function createKeyring() {
  const kept = new Map<string, { requests: string; response: Stored | null }>();
  return {
    /** @param requests method, path and parameters of the call. @throws {Refusal} */
    async once(key: string, requests: string, work: () => Promise<Stored>): Promise<Stored> {
      const known = kept.get(key);
      if (known && known.requests !== requests)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        });
      if (known?.response) return known.response;
      if (known)
        throw new Refusal(409, {
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        });
      const entry: { requests: string; response: Stored | null } = { requests, response: null };
      kept.set(key, entry);
      entry.response = await work();
      return entry.response;
    },
  };
}
