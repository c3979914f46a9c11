import type { Knex } from 'knex';

/** Panels that poll over HTTP: their protocol, their owner's settings, and the last response to each. */
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
      -- The last response: the frame, its command, and the picture made from it.
      told_at timestamptz(3) not null,
      told_seconds integer not null,
      command_id uuid not null,
      frame_id uuid not null,
      is_page boolean not null,
      frame_sha256 text not null,
      encoding text not null,
      picture text not null,
      -- The first response with this picture, and the number of responses since its last download began.
      told_since timestamptz(3) not null,
      repeats integer not null,
      -- A part of the picture's name: a change makes the panel download it again.
      salt integer not null default 0,
      -- The picture whose download began last, and the last one that was downloaded completely.
      begun_picture text,
      sent_picture text,
      sent_at timestamptz(3)
    ) with (fillfactor = 50);
  `);
}
