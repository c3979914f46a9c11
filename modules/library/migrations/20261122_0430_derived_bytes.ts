import type { Knex } from 'knex';

/** Sizes of objects derived from assets and runs. Pictures and archives of older versions have no known size and count as 0. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.content_blocks add column picture_bytes integer not null default 0;
    alter table library.analyses add column archive_bytes integer not null default 0;
    create index content_blocks_stored on library.content_blocks (user_id) include (picture_bytes) where picture_bytes > 0;
    create index analyses_stored on library.analyses (user_id) include (archive_bytes) where archive_bytes > 0;
  `);
}
