import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The newest documents before a place that hold all wanted runs. A function for the settings that come with it:
    -- for runs that are in most documents the planner would read the whole table, which is ten times as slow.
    create function library.search_candidates(
      wanted integer[], owner uuid, before_at timestamptz, before_id uuid, how_many integer
    ) returns table (content_id uuid, created_at timestamptz)
    language sql stable parallel safe rows 200
    set enable_seqscan = off
    set work_mem = '16MB'
    as $$
      select d.content_id, d.created_at from library.search_documents d
      where (d.grams @> wanted or d.grams is null) and d.user_id = owner
        and (d.created_at, d.content_id) < (before_at, before_id)
      order by d.created_at desc, d.content_id desc limit how_many
    $$;
  `);
}
