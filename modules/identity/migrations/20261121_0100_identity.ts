import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema identity;

    create table identity.users (
      id uuid primary key,
      email text not null,
      -- One spelling per address (Unicode form, case, encoding of the domain), so that each address is unique.
      email_key text not null constraint users_email_key unique,
      -- When a provider verified the address. A registration alone does not verify it.
      email_verified_at timestamptz(3),
      username text not null,
      username_key text not null constraint users_username_key unique,
      -- Argon2id in PHC form. Null for users who only sign in through a provider.
      password_hash text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );

    -- Ended sessions stay until their absolute limit, so that a stolen refresh token is still recognised.
    create table identity.sessions (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      user_agent text not null,
      ip text not null,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3)
    );
    create index sessions_user on identity.sessions (user_id, created_at desc);
    create index sessions_expires_at on identity.sessions (expires_at);

    create table identity.refresh_tokens (
      id uuid primary key,
      session_id uuid not null references identity.sessions (id) on delete cascade,
      user_id uuid not null references identity.users (id),
      token_hash text not null constraint refresh_tokens_token_hash_key unique,
      created_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index refresh_tokens_session on identity.refresh_tokens (session_id);
    create index refresh_tokens_user on identity.refresh_tokens (user_id);

    create table identity.oauth_accounts (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      provider text not null check (provider in ('google', 'apple')),
      issuer text not null,
      subject text not null,
      email text not null,
      -- Whether the provider had verified the address when the link was made.
      email_verified boolean not null,
      -- The provider's refresh token, encrypted, and the client id it was issued to: revoking needs both.
      refresh_token text,
      refresh_token_client_id text,
      linked_at timestamptz(3) not null,
      constraint oauth_accounts_subject_key unique (issuer, subject),
      check ((refresh_token is null) = (refresh_token_client_id is null))
    );
    create index oauth_accounts_user on identity.oauth_accounts (user_id);

    create table identity.personal_access_tokens (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      name text not null,
      prefix text not null,
      token_hash text not null constraint personal_access_tokens_token_hash_key unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      last_used_at timestamptz(3)
    );
    create index personal_access_tokens_user on identity.personal_access_tokens (user_id, created_at desc);

    create table identity.password_resets (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      token_hash text not null constraint password_resets_token_hash_key unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );
    create index password_resets_user on identity.password_resets (user_id);

    create table identity.invites (
      id uuid primary key,
      code_hash text not null constraint invites_code_hash_key unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );

    -- A provider sign-in under way. The callback deletes it, so each state works once.
    create table identity.oauth_states (
      state_hash text primary key,
      provider text not null check (provider in ('google', 'apple')),
      client text not null check (client in ('web', 'desktop', 'ios')),
      browser_hash text not null,
      nonce text not null,
      code_verifier text not null,
      expires_at timestamptz(3) not null
    );
    create index oauth_states_expires_at on identity.oauth_states (expires_at);

    -- Ed25519 keys of the access tokens. The newest one signs, the others only verify.
    create table identity.signing_keys (
      kid text primary key,
      public_jwk jsonb not null,
      -- The private JWK, encrypted under PLACARD_SECRET.
      private_jwk text not null,
      created_at timestamptz(3) not null
    );
  `);
}
