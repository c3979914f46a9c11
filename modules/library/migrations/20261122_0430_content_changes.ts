import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.contents add column changed_in xid8;
    create index contents_changed on library.contents (user_id, changed_in);
    create trigger mark_change before insert or update on library.contents
      for each row execute function platform.mark_change();
  `);
}
