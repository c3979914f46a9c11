import type { Knex } from 'knex';

/** Panels that ask over HTTP what to show: how they speak, their owner's settings, and what each was told last. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table display.devices
      add column protocol text not null default 'mqtt' check (protocol in ('mqtt', 'trmnl', 'browser')),
      add column poll_seconds integer check (poll_seconds between 30 and 86400),
      add column button text check (button in ('advance', 'back'));

    -- Some clients of TRMNL's protocol send their key and no ID.
    create index devices_secret on display.devices (secret_hash) where protocol = 'trmnl';

    create table display.polls (
      device_id uuid primary key references display.devices (id) on delete cascade,
      -- What the last answer named: the frame, as which command, and the picture that was made of it.
      told_at timestamptz(3) not null,
      told_seconds integer not null,
      command_id uuid not null,
      frame_id uuid not null,
      is_page boolean not null,
      frame_sha256 text not null,
      encoding text not null,
      picture text not null,
      -- Since when every answer named this picture, and how many since its download began last.
      told_since timestamptz(3) not null,
      repeats integer not null,
      -- Changes a picture's name, so that a panel that has it downloads it again.
      salt integer not null default 0,
      -- The picture whose download began last, and the one that a panel took whole last.
      begun_picture text,
      sent_picture text,
      sent_at timestamptz(3)
    ) with (fillfactor = 50);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table display.polls;
    drop index display.devices_secret;
    alter table display.devices drop column protocol, drop column poll_seconds, drop column button;
  `);
}
