import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When it is certain what became of the last checkout; null when there was none.
    alter table billing.customers add column checkout_certain_at timestamptz(3);
    update billing.customers set checkout_certain_at = next_read_at;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table billing.customers drop column checkout_certain_at');
}
