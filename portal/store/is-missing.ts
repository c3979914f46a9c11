import { PlacardError } from '#client/index.ts';

/** Whether an error says that there is nothing for this user under an id: not any more, another user's, or no id at all. */
export function isMissing(error: unknown): boolean {
  return error instanceof PlacardError && [400, 403, 404].includes(error.status ?? 0);
}
