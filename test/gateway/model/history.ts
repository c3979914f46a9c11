import type { Db } from '#shared/db/open.ts';

/** One row as it was before a transaction and as that left it. */
export interface RowChange {
  id: string;
  before: Row | null;
  after: Row | null;
}

export type Row = Record<string, any>;

/** What one committed transaction did to a display, at what time of the wall clock in milliseconds. */
export interface Change {
  at: number;
  device: RowChange | null;
  presentations: RowChange[];
}

const WATCHED = ['devices', 'presentations'];

/** Has the database itself write down every change of a device or presentation: what rolls back leaves no trace. */
export async function watchHistory(db: Db): Promise<void> {
  await db.raw(`
    create schema watch;
    create table watch.history (seq bigserial primary key, at timestamptz not null default clock_timestamp(),
      tx xid8 not null default pg_current_xact_id(), tbl text not null, id uuid not null, device_id uuid,
      before jsonb, after jsonb);
    create index on watch.history (device_id);
    create function watch.note() returns trigger language plpgsql as $$
      declare
        old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
        new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
        known jsonb := coalesce(new_row, old_row);
      begin
        insert into watch.history (tbl, id, device_id, before, after) values (tg_table_name,
          (known ->> 'id')::uuid, (known ->> case when tg_table_name = 'devices' then 'id' else 'device_id' end)::uuid,
          old_row, new_row);
        return null;
      end $$;`);
  for (const table of WATCHED)
    await db.raw(
      `create trigger watch after insert or update or delete on display.${table}
       for each row execute function watch.note()`,
    );
}

/** All that was ever committed of a device and its presentations, one change a transaction, in order. */
export async function readHistory(db: Db, deviceId: string): Promise<Change[]> {
  const rows = await db('watch.history').where({ device_id: deviceId }).orderBy('seq');
  const transactions = Map.groupBy(rows, ({ tx }) => String(tx));
  // Changes of one display happen one after the other, so the last row of each gives the order.
  return [...transactions.values()]
    .sort((a, b) => a.at(-1).seq - b.at(-1).seq)
    .map((notes) => {
      const changes = [...Map.groupBy(notes, ({ tbl, id }) => `${tbl} ${id}`).values()].map((same) => ({
        tbl: same[0].tbl as string,
        id: same[0].id as string,
        before: same[0].before as Row | null,
        after: same.at(-1).after as Row | null,
      }));
      return {
        at: (notes[0].at as Date).getTime(),
        device: changes.find(({ tbl }) => tbl === 'devices') ?? null,
        presentations: changes.filter(({ tbl }) => tbl === 'presentations'),
      };
    });
}
