import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema platform;

    -- One row: proof of which PLACARD_SECRET this database belongs to.
    create table platform.installation (
      only_row boolean primary key default true check (only_row),
      secret_check text not null,
      created_at timestamptz(3) not null default now()
    );

    create table platform.idempotency_keys (
      user_id uuid not null,
      route text not null,
      key text not null,
      fingerprint text not null,
      fence uuid not null,
      claimed_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      status integer,
      response json, -- not jsonb: replays keep the order of keys
      primary key (user_id, route, key)
    );
    create index idempotency_keys_expires_at on platform.idempotency_keys (expires_at);

    -- Sliding windows of the limits that must hold across processes and restarts.
    create table platform.rate_limits (
      key text primary key,
      window_start timestamptz(3) not null,
      previous double precision not null,
      current double precision not null,
      expires_at timestamptz(3) not null
    );
    create index rate_limits_expires_at on platform.rate_limits (expires_at);
  `);
}
