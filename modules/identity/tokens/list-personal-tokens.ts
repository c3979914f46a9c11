import type { IdentityContext } from '../context.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';

/** Lists the user's tokens, newest first. Expired ones are included until they are cleaned up. */
export function listPersonalTokens({ db }: IdentityContext, userId: string): Promise<PersonalAccessToken[]> {
  return PersonalAccessToken.query(db)
    .where({ user_id: userId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .execute();
}
