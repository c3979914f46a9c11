import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When to read the customer from Stripe again without an event; null: never.
    alter table billing.customers add column next_read_at timestamptz(3);
    create index customers_next_read on billing.customers (next_read_at) where next_read_at is not null;

    -- Customers of deleted accounts, until no more events can arrive for them. The user is not stored.
    create table billing.former_customers (
      stripe_customer_id text primary key,
      -- When to try again to remove it at Stripe; null once it is removed.
      next_try_at timestamptz(3),
      removed_at timestamptz(3)
    );
    create index former_customers_next_try on billing.former_customers (next_try_at) where next_try_at is not null;
  `);
}
