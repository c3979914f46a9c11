import type { Knex } from 'knex';

/** A presentation that is confirmed or fails causes an event for webhooks, whichever statement changed it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function display.record_presentation_event() returns trigger language plpgsql as $$
    begin
      perform platform.record_event(new.user_id, 'presentation.' || new.state, new.device_id, jsonb_build_object(
        'presentationId', new.id, 'displayId', new.device_id, 'analysisId', new.analysis_id, 'title', new.title,
        'failure', new.failure));
      return null;
    end
    $$;
    create trigger record_event after update on display.presentations for each row
      when (new.state in ('confirmed', 'failed') and old.state <> new.state)
      execute function display.record_presentation_event();
  `);
}
