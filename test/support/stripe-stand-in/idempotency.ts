import { Refusal } from './refusal.ts';

export interface Stored {
  status: number;
  body: object;
}

/**
 * Answers under idempotency keys, as Stripe keeps them: a repeated call gets the first response, were it a failure; one
 * with other parameters, or while the first is under way, is refused.
 */
export function createKeyring() {
  const kept = new Map<string, { requests: string; response: Stored | null }>();
  return {
    /** @param requests what the call is: method, path and parameters. @throws {Refusal} */
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
