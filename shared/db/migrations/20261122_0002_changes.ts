import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- For tables with user_id, state and changed_in: numbers a change by its transaction, and notifies who follows the
    -- user. In the database, so that no statement that changes a row can leave it out or needs another round trip.
    create function platform.mark_change() returns trigger language plpgsql as $$
    begin
      new.changed_in := pg_current_xact_id();
      perform pg_notify('user_changed', new.user_id || ' ' || new.state);
      return new;
    end
    $$;

    -- Deleted rows of a user, for readers that were disconnected: other changes are found in the rows themselves.
    create table platform.removals (
      user_id uuid not null references identity.users (id),
      changed_in xid8 not null default pg_current_xact_id(),
      kind text not null check (kind in ('display', 'presentation', 'content')),
      id uuid not null,
      created_at timestamptz(3) not null,
      primary key (user_id, changed_in, kind, id)
    );
    create index removals_age on platform.removals (created_at);
  `);
}
