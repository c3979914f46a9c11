import type { Knex } from 'knex';

/**
 * The time in a picture's name is that of the frame from which it was made. It exists as long as the frame and needs no
 * table. The index finds older frames with the same pixels.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table display.picture_names;
    create index frames_polled on display.frames (sha256, created_at) where format in ('raw1', 'raw2');
  `);
}
