import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing.customers
      -- Null until the customer exists at Stripe.
      alter column stripe_customer_id drop not null,
      -- Part of the idempotency keys: increases when the last checkout is over, or was refused.
      add column attempt integer not null default 0;
  `);
}
