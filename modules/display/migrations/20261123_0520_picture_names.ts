import type { Knex } from 'knex';

/** When the bytes of a picture were told to a polling panel first: the time in the picture's name, for ever. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table display.picture_names (
      sha256 text primary key,
      first_told_at timestamptz(3) not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table display.picture_names');
}
