import type { Knex } from 'knex';

/**
 * The newer password of a panel in an external broker's file, so that the older one can be restored. Passwords that a
 * former owner obtained and never used are deleted: those of panels without an owner, and those older than the owner.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.devices
      -- The entry of next_secret_hash in an external broker's password file.
      add column next_broker_entry text,
      -- When next_secret_hash was issued.
      add column next_issued_at timestamptz(3);

    update display.devices d set
      next_secret_hash = case when present.enrolled then d.next_secret_hash end,
      next_broker_entry = case when present.enrolled then d.broker_entry end,
      next_issued_at = case when present.enrolled then d.updated_at end,
      -- It was the entry of the newer password. A refused panel enrols again by itself.
      broker_entry = null
    from (
      select id, user_id is not null and exists (
        select from display.panel_events e
        where e.device_id = devices.id and e.binding_id = devices.binding_id and e.kind = 'enrolled'
      ) as enrolled
      from display.devices
    ) as present
    where present.id = d.id and d.next_secret_hash is not null;
  `);
}
