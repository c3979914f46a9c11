import type { Knex } from 'knex';

/**
 * A presentation that fails at its creation, because the plan has no push left, causes an event, too. One that is the
 * shown picture again, because its replacement expired, was confirmed before and causes none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger record_event on display.presentations;
    create trigger record_event after update on display.presentations for each row
      when (new.state = 'confirmed' and old.state = 'published' or new.state = 'failed' and old.state <> 'failed')
      execute function display.record_presentation_event();
    create trigger record_new_event after insert on display.presentations for each row
      when (new.state = 'failed') execute function display.record_presentation_event();
  `);
}
