import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table library.contents add column changed_in xid8;
    create index contents_changed on library.contents (user_id, changed_in);
    create trigger mark_change before insert or update on library.contents
      for each row execute function platform.mark_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger mark_change on library.contents;
    alter table library.contents drop column changed_in;
  `);
}
