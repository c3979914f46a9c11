import type { Db } from '#shared/db/open.ts';

/** Makes Postgres fail every further write of a row as if its disk were full. Reading and deleting still work. */
export async function fillDatabase(db: Db): Promise<void> {
  await db.raw(`
    create function fail_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    do $$ declare t record; begin
      for t in select schemaname, tablename from pg_tables
        where schemaname in ('identity', 'display', 'library', 'billing', 'webhooks', 'platform') loop
        execute format('create trigger no_room before insert or update on %I.%I for each statement execute function fail_full()',
          t.schemaname, t.tablename);
      end loop;
    end $$`);
}
