import type { Knex } from 'knex';

/**
 * The time in a picture's name is that of the frame which it was made of: it lives as long as that, and needs no table of
 * its own. The index finds older frames of the same pixels.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table display.picture_names;
    create index frames_polled on display.frames (sha256, created_at) where format in ('raw1', 'raw2');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index display.frames_polled;
    create table display.picture_names (
      sha256 text primary key,
      first_told_at timestamptz(3) not null
    );
  `);
}
