import type { Knex } from 'knex';

/** Previews, and archives from the end of a run on, count against the owner's share of the storage, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.previews add column held_bytes bigint not null default 0;
    update library.analyses set reserved_bytes = 0 where reserved_bytes > 0 and state not in ('queued', 'running');
    create index analyses_reserved on library.analyses (user_id) include (reserved_bytes) where reserved_bytes > 0;
  `);
}
