import type { Knex } from 'knex';

/** A replaced secret signs for a day, even if its successor is replaced within that day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhooks.endpoints add column previous_secrets jsonb not null default '[]';
    update webhooks.endpoints set previous_secrets = jsonb_build_array(jsonb_build_object(
      'secret', previous_secret, 'until', to_char(previous_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where previous_secret is not null and previous_secret_until is not null;
    alter table webhooks.endpoints drop column previous_secret, drop column previous_secret_until;
  `);
}
