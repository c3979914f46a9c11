import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Which events of a user are recorded. Without a row none are: most users have no receiver.
    create table platform.event_subscriptions (
      user_id uuid primary key references identity.users (id),
      types text[] not null
    );

    -- Events, written in the transaction that caused them, until they are distributed to their receivers. Without a
    -- foreign key, whose check would lock the user after the row that changed.
    create table platform.outbox (
      sequence bigint generated always as identity primary key,
      user_id uuid not null,
      type text not null,
      display_id uuid,
      data jsonb not null,
      occurred_at timestamptz(3) not null default clock_timestamp()
    );
    create index outbox_user on platform.outbox (user_id);

    create function platform.record_event(user_id uuid, type text, display_id uuid, data jsonb) returns void
    language plpgsql as $$
    begin
      insert into platform.outbox (user_id, type, display_id, data)
        select record_event.user_id, record_event.type, record_event.display_id, record_event.data
        from platform.event_subscriptions s
        where s.user_id = record_event.user_id and record_event.type = any(s.types);
      if found then perform pg_notify('event_recorded', ''); end if;
    end
    $$;
  `);
}
