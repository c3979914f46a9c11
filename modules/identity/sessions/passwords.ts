import { hash, verify } from '@node-rs/argon2';
import { semaphore } from '#shared/semaphore.ts';

/** Argon2id with 19 MiB, two passes, one lane: OWASP's Password Storage Cheat Sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes that run at the same time. More would block the thread pool for DNS, files and signatures. */
const MAX_CONCURRENT_HASHES = 2;

/** A hash of unknown bytes with the same cost: checking it takes as long and never succeeds. */
const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$R7KNVaGvLfsfKS1ndxuCSA$vLhqsVb0RSisSCbKZeowqo59l5x6JE9ZQxwY2DIDkw8';

export interface Passwords {
  /** Argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /** False for a null hash, after the same work. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const limited = semaphore(MAX_CONCURRENT_HASHES);
  return {
    hash: (password) => limited(() => hash(password, COST)),
    async matches(passwordHash, password) {
      const isCorrect = await limited(() => verify(passwordHash ?? UNMATCHABLE_HASH, password));
      return isCorrect && passwordHash !== null;
    },
  };
}
