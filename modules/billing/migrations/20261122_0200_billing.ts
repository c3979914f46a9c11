import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema billing;

    create table billing.customers (
      user_id uuid primary key references identity.users (id),
      stripe_customer_id text not null unique,
      created_at timestamptz(3) not null
    );

    -- The last state read from the payment provider. A ticket is taken before each read. A row is only replaced by one
    -- with a higher ticket, so that a slow reader cannot overwrite a newer state with an older one.
    create sequence billing.sync_tickets;
    create table billing.subscriptions (
      user_id uuid primary key references identity.users (id),
      stripe_subscription_id text not null unique,
      status text not null
        check (status in ('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete')),
      plan text not null check (plan in ('free', 'pro')),
      interval text not null check (interval in ('month', 'year')),
      current_period_start timestamptz(3) not null,
      current_period_end timestamptz(3) not null,
      cancel_at_period_end boolean not null,
      past_due_since timestamptz(3),
      sync_ticket bigint not null,
      updated_at timestamptz(3) not null
    );

    create table billing.stripe_events (
      id text primary key,
      type text not null,
      customer_id text,
      received_at timestamptz(3) not null,
      handled_at timestamptz(3)
    );
    create index stripe_events_received on billing.stripe_events (received_at);

    -- The subjects that hold a unit, with its window: a unit is returned to that window, even after it has ended.
    create table billing.reservations (
      subject_id text not null,
      quota text not null,
      user_id uuid not null references identity.users (id),
      window_start timestamptz(3) not null,
      state text not null check (state in ('reserved', 'settled', 'returned')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (subject_id, quota)
    );
    create index reservations_user on billing.reservations (user_id);

    -- Units that are reserved or used up. Always the sum of the movements.
    create table billing.counters (
      user_id uuid not null references identity.users (id),
      quota text not null,
      window_start timestamptz(3) not null,
      used bigint not null check (used >= 0),
      primary key (user_id, quota, window_start)
    );

    -- The audit trail: rows are added, never changed.
    create table billing.movements (
      id bigint generated always as identity primary key,
      user_id uuid not null references identity.users (id),
      quota text not null,
      subject_id text not null,
      window_start timestamptz(3) not null,
      kind text not null check (kind in ('reserve', 'settle', 'return')),
      units integer not null,
      at timestamptz(3) not null
    );
    create index movements_window on billing.movements (user_id, quota, window_start);
  `);
}
