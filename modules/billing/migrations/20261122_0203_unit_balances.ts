import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Old movements are replaced by one balance for each window, which has no subject.
    alter table billing.movements
      alter column subject_id drop not null,
      drop constraint movements_kind_check,
      add constraint movements_kind_check check (kind in ('reserve', 'settle', 'return', 'balance'));
    create unique index movements_balance on billing.movements (user_id, quota, window_start) where kind = 'balance';
    create index movements_at on billing.movements (at) where kind <> 'balance';
  `);
}
