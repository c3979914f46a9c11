import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema webhooks;

    create table webhooks.endpoints (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      url text not null,
      events text[] not null,
      -- Encrypted. The previous secret signs beside the current one until its end.
      secret text not null,
      previous_secret text,
      previous_secret_until timestamptz(3),
      -- Why deliveries have ended; null while the webhook is active.
      off_reason text check (off_reason in ('paused', 'failing', 'gone')),
      off_since timestamptz(3),
      last_success_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index endpoints_user on webhooks.endpoints (user_id, created_at desc, id desc);

    -- One event for one endpoint.
    create table webhooks.deliveries (
      id uuid primary key,
      endpoint_id uuid not null references webhooks.endpoints (id) on delete cascade,
      sequence bigint generated always as identity,
      -- Events of one display keep their order. The zero id stands for those without a display.
      display_id uuid not null,
      message_id text not null,
      type text not null,
      body text not null,
      state text not null check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      first_attempt_at timestamptz(3),
      next_attempt_at timestamptz(3),
      response_status integer,
      error text,
      delivered_at timestamptz(3),
      created_at timestamptz(3) not null
    );
    create index deliveries_list on webhooks.deliveries (endpoint_id, created_at desc, id desc);
    create index deliveries_waiting on webhooks.deliveries (endpoint_id, display_id, sequence) where state = 'waiting';
    create index deliveries_age on webhooks.deliveries (created_at) where state <> 'waiting';

    -- The queued deliveries of one display to one endpoint. A worker takes a lane, not a single delivery.
    create table webhooks.lanes (
      endpoint_id uuid not null references webhooks.endpoints (id) on delete cascade,
      display_id uuid not null,
      user_id uuid not null,
      due_at timestamptz(3) not null,
      primary key (endpoint_id, display_id)
    );
    create index lanes_due on webhooks.lanes (due_at);

    -- The last reported presence of each display, so that only changes are events.
    create table webhooks.display_presence (
      display_id uuid primary key,
      user_id uuid not null references identity.users (id),
      is_offline boolean not null,
      battery_low boolean not null
    );
    create index display_presence_user on webhooks.display_presence (user_id);
  `);
}
