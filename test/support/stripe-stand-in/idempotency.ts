import { Refusal } from './refusal.ts';

export interface Stored {
  status: number;
  body: object;
}

/**
 * Answers under idempotency keys, as Stripe keeps them: a repeated call gets the first answer, were it a failure; one
 * with other parameters, or while the first is under way, is refused.
 */
export function createKeyring() {
  const kept = new Map<string, { asked: string; answer: Stored | null }>();
  return {
    /** @param asked what the call is: method, path and parameters. @throws {Refusal} */
    async once(key: string, asked: string, work: () => Promise<Stored>): Promise<Stored> {
      const known = kept.get(key);
      if (known && known.asked !== asked)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        });
      if (known?.answer) return known.answer;
      if (known)
        throw new Refusal(409, {
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        });
      const entry: { asked: string; answer: Stored | null } = { asked, answer: null };
      kept.set(key, entry);
      entry.answer = await work();
      return entry.answer;
    },
  };
}
