import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the outcome of the last checkout is certain; null without a checkout.
    alter table billing.customers add column checkout_certain_at timestamptz(3);
    update billing.customers set checkout_certain_at = next_read_at;
  `);
}
