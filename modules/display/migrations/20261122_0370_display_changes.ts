import type { Knex } from 'knex';

/** Changes of visible columns of panels and presentations notify the owner's streams; heartbeats do not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.presentations add column changed_in xid8;
    create index presentations_changed on display.presentations (user_id, changed_in);
    create trigger mark_change before insert or update on display.presentations
      for each row execute function platform.mark_change();

    create function display.notify_owners() returns trigger language plpgsql as $$
    begin
      perform pg_notify('user_changed', owner::text)
        from unnest(array[old.user_id, new.user_id]) as owner where owner is not null;
      return null;
    end
    $$;
    create trigger notify_owners after update on display.devices for each row when (
      (old.user_id, old.bound_at, old.nickname, old.tags, old.firmware, round(old.battery_percent),
        old.current_presentation_id, old.current_since, old.pending_presentation_id, old.state -> 'online')
      is distinct from
      (new.user_id, new.bound_at, new.nickname, new.tags, new.firmware, round(new.battery_percent),
        new.current_presentation_id, new.current_since, new.pending_presentation_id, new.state -> 'online')
    ) execute function display.notify_owners();

    create function display.notify_owner_of_connection() returns trigger language plpgsql as $$
    begin
      perform pg_notify('user_changed', d.user_id::text) from display.devices d
        where d.id = coalesce(new.device_id, old.device_id) and d.user_id is not null;
      return null;
    end
    $$;
    create trigger notify_owner after insert or delete on display.presence
      for each row execute function display.notify_owner_of_connection();
    -- Not for renewals, which keep the epoch.
    create trigger notify_owner_of_takeover after update on display.presence
      for each row when (old.epoch <> new.epoch) execute function display.notify_owner_of_connection();
  `);
}
