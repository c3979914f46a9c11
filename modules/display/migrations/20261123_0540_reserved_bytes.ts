import type { Knex } from 'knex';

/** The bytes that drawing may store count against the owner's share of the storage while it is under way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.render_tasks add column reserved_bytes integer not null default 0;
    create index render_tasks_reserved on display.render_tasks (user_id) include (reserved_bytes)
      where state = 'waiting';
  `);
}
