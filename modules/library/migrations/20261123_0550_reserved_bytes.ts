import type { Knex } from 'knex';

/** The bytes that a run may store count against the owner's share of the storage while it is under way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.analyses add column reserved_bytes integer not null default 0;
    drop index library.analyses_user_open;
    create index analyses_user_open on library.analyses (user_id) include (reserved_bytes)
      where state in ('queued', 'running');
  `);
}
