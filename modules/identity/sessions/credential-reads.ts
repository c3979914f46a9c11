import { type BatchedRead, batchReads } from '#shared/db/batch-reads.ts';
import type { IdentityDeps } from '../deps.ts';
import type { ProviderName } from '../models/oauth-account.ts';
import { idleLimit, isLive } from './live-sessions.ts';

/** The columns of its session that every authenticated request reads. */
export interface LiveSession {
  session_id: string;
  user_id: string;
  last_used_at: Date;
  expires_at: Date;
}

/** The same with the user and one linked account. There is one row per account, or one row without an account. */
export interface ProfileRow extends LiveSession {
  email: string;
  username: string;
  created_at: Date;
  updated_at: Date;
  has_password: boolean;
  provider: ProviderName | null;
  subject: string;
  account_email: string;
  linked_at: Date;
}

/** A personal access token that is neither revoked nor expired. */
export interface LiveToken {
  id: string;
  user_id: string;
  token_hash: string;
  last_used_at: Date | null;
}

/** The reads that are part of every authenticated request, by session id or by token hash. */
export interface CredentialReads {
  session: BatchedRead<LiveSession>;
  profile: BatchedRead<ProfileRow>;
  token: BatchedRead<LiveToken>;
}

const SESSION = 's.id as session_id, s.user_id, s.last_used_at, s.expires_at';
const LIVE = `s.id = any($1::uuid[]) and ${isLive('s', '$2', '$3')}`;

export function createCredentialReads(deps: Pick<IdentityDeps, 'clock' | 'config' | 'db'>): CredentialReads {
  const { clock, db } = deps;
  const now = () => [clock.now()];
  const values = () => [clock.now(), idleLimit(deps)];
  const keyOf = (row: LiveSession) => row.session_id;
  return {
    session: batchReads({
      db,
      values,
      keyOf,
      query: {
        name: 'identity_live_sessions',
        text: `select ${SESSION} from identity.sessions s where ${LIVE}`,
      },
    }),
    profile: batchReads<ProfileRow>({
      db,
      values,
      keyOf,
      query: {
        name: 'identity_profiles',
        text: `select ${SESSION}, u.email, u.username, u.created_at, u.updated_at,
                 u.password_hash is not null as has_password,
                 a.provider, a.subject, a.email as account_email, a.linked_at
               from identity.sessions s
               join identity.users u on u.id = s.user_id
               left join identity.oauth_accounts a on a.user_id = u.id
               where ${LIVE}`,
      },
    }),
    token: batchReads({
      db,
      values: now,
      keyOf: (row) => row.token_hash,
      query: {
        name: 'identity_live_tokens',
        text: `select id, user_id, token_hash, last_used_at from identity.personal_access_tokens
               where token_hash = any($1) and (expires_at is null or expires_at > $2)`,
      },
    }),
  };
}
