import type { Knex } from 'knex';

/** When the bytes of a picture were first offered to a polling panel: the permanent time in the picture's name. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.picture_names (
      sha256 text primary key,
      first_told_at timestamptz(3) not null
    );
  `);
}
