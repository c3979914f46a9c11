import type { Knex } from 'knex';

/** The tone setting of a display: `auto` prepares each photograph, `plain` is the tone table alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table display.devices add column tone text not null default 'auto' check (tone in ('auto', 'plain'))`,
  );
}
