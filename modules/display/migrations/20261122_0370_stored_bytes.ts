import type { Knex } from 'knex';

/** The stored bytes of each presentation. Renditions of older versions have no known size and count as 0. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.presentations add column stored_bytes bigint not null default 0;
    update display.presentations p set stored_bytes = f.bytes
    from (select presentation_id, sum(size_bytes) as bytes from display.frames group by 1) f
    where f.presentation_id = p.id;
    create index presentations_stored on display.presentations (user_id) include (stored_bytes) where stored_bytes > 0;
  `);
}
