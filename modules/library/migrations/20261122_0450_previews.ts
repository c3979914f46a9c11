import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Pages that are drawn without a push. A row exists as long as the request that waits for it.
    create table library.previews (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      state text not null check (state in ('waiting', 'ready', 'failed')),
      request jsonb not null,
      pages jsonb not null default '[]',
      more_pages integer not null default 0,
      warnings jsonb not null default '[]',
      failure jsonb,
      created_at timestamptz(3) not null
    );
    create index previews_user on library.previews (user_id);
    create index previews_created on library.previews (created_at);
  `);
}
