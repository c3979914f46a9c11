import type { Knex } from 'knex';

/** A content that becomes ready or fails causes an event for webhooks, whichever statement changed it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function library.record_content_event() returns trigger language plpgsql as $$
    begin
      perform platform.record_event(new.user_id, 'content.' || new.state, null, jsonb_build_object(
        'contentId', new.id, 'title', new.title, 'failure', new.failure));
      return null;
    end
    $$;
    create trigger record_event after update on library.contents for each row
      when (new.state in ('ready', 'failed') and old.state <> new.state)
      execute function library.record_content_event();
    create trigger record_new_event after insert on library.contents for each row
      when (new.state in ('ready', 'failed')) execute function library.record_content_event();
  `);
}
