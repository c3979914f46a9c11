import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema display;

    -- A panel. The row outlives its owners; rows that belong to one ownership have its binding_id.
    create table display.devices (
      id uuid primary key,
      hardware_id text not null unique,
      thing_name text not null unique,
      secret_hash text not null,
      next_secret_hash text,
      model text,
      firmware text,
      format text not null default 'raw1' check (format in ('raw1', 'raw2', 'raw4', 'png')),
      width integer not null default 800,
      height integer not null default 480,
      enrollment_open_until timestamptz(3),
      user_id uuid references identity.users (id),
      binding_id uuid,
      bound_at timestamptz(3),
      nickname text,
      tags text[] not null default '{}',
      queue_policy text not null default 'all' check (queue_policy in ('all', 'latest')),
      tone_exponent double precision not null default 1.3,
      battery_percent double precision,
      charging boolean,
      rssi double precision,
      last_seen_at timestamptz(3),
      state jsonb,
      state_updated_at timestamptz(3),
      current_presentation_id uuid,
      current_since timestamptz(3),
      pending_presentation_id uuid,
      pending_since timestamptz(3),
      -- The picture in the last report of the panel, and the connection of that report.
      reported_presentation_id text,
      reported_sha256 text,
      reported_epoch bigint,
      -- The panel has not confirmed the command "unbound" yet.
      unbound_notice boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check ((user_id is null) = (binding_id is null) and (user_id is null) = (bound_at is null))
    );
    create index devices_owner on display.devices (user_id, bound_at desc, id desc) where user_id is not null;
    create index devices_never_claimed on display.devices (created_at) where user_id is null;

    -- Which gateway holds a panel's connection. A higher epoch is a newer connection and takes over.
    create sequence display.connection_epochs;
    create table display.presence (
      device_id uuid primary key references display.devices (id) on delete cascade,
      gateway_id uuid not null,
      epoch bigint not null,
      connected_at timestamptz(3) not null,
      lease_until timestamptz(3) not null
    );
    create index presence_gateway on display.presence (gateway_id);

    create table display.claim_codes (
      device_id uuid primary key references display.devices (id) on delete cascade,
      code text not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );

    create table display.presentations (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      device_id uuid references display.devices (id),
      binding_id uuid,
      mode text not null check (mode in ('auto', 'manual', 'hardcode', 'ai', 'direct')),
      title text,
      state text not null check (state in ('preparing', 'queued', 'published', 'confirmed', 'expired', 'failed', 'ready')),
      analysis_id text,
      contents jsonb not null,
      output jsonb not null,
      scene jsonb,
      failure jsonb,
      priority integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index presentations_user on display.presentations (user_id, created_at desc, id desc);
    create index presentations_generated on display.presentations (user_id, created_at desc, id desc) where device_id is null;
    create index presentations_displayed on display.presentations (user_id, created_at desc, id desc) where device_id is not null;
    create index presentations_state on display.presentations (user_id, state, created_at desc, id desc);
    create index presentations_device on display.presentations (device_id, user_id, created_at desc, id desc);
    create index presentations_device_state on display.presentations (device_id, user_id, state, created_at desc, id desc);
    create index presentations_queue on display.presentations (device_id, priority desc, created_at, id) where state = 'queued';

    -- The queue entry and delivery record of a presentation bound for a panel; its state is the presentation's.
    create table display.pushes (
      presentation_id uuid primary key references display.presentations (id) on delete cascade,
      user_id uuid not null references identity.users (id),
      device_id uuid not null references display.devices (id),
      binding_id uuid not null,
      queued_at timestamptz(3),
      published_at timestamptz(3),
      confirmed_at timestamptz(3),
      expired_at timestamptz(3),
      failed_command_ids text[] not null default '{}',
      unconfirmed_seconds double precision not null default 0,
      created_at timestamptz(3) not null
    );
    create index pushes_user on display.pushes (user_id);
    create index pushes_device on display.pushes (device_id);

    -- One render task: the frames of a page for a panel, a targetless presentation, another rendition of it, or a system
    -- page.
    create table display.render_tasks (
      id uuid primary key,
      user_id uuid references identity.users (id),
      kind text not null check (kind in ('frames', 'scene', 'rendition', 'system_page')),
      presentation_id uuid references display.presentations (id) on delete cascade,
      rendition_id uuid,
      system_frame_id uuid,
      source jsonb,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
      created_at timestamptz(3) not null,
      finished_at timestamptz(3)
    );
    create index render_tasks_user on display.render_tasks (user_id);
    create index render_tasks_presentation on display.render_tasks (presentation_id);
    create index render_tasks_waiting on display.render_tasks (created_at) where state = 'waiting';
    create index render_tasks_finished on display.render_tasks (finished_at) where finished_at is not null;

    -- The rendered products of a display presentation.
    create table display.frames (
      presentation_id uuid not null references display.presentations (id) on delete cascade,
      format text not null,
      key text not null,
      sha256 text not null,
      size_bytes integer not null,
      width integer not null,
      height integer not null,
      created_at timestamptz(3) not null,
      primary key (presentation_id, format)
    );
    create index frames_raw_age on display.frames (created_at) where format <> 'png';

    create table display.renditions (
      id uuid primary key,
      presentation_id uuid not null references display.presentations (id) on delete cascade,
      format text not null default 'png',
      width integer not null,
      height integer not null,
      color_mode text not null,
      state text not null check (state in ('preparing', 'ready', 'failed')),
      key text,
      failure jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (presentation_id, format, width, height, color_mode)
    );

    -- The claim page of a claim code and the welcome page of a binding, in every format.
    create table display.system_frames (
      id uuid primary key,
      device_id uuid not null references display.devices (id) on delete cascade,
      kind text not null check (kind in ('claim_code', 'bound')),
      -- The claim code, or the binding id, that the page is about.
      subject text not null,
      files jsonb,
      created_at timestamptz(3) not null,
      unique (device_id, kind, subject)
    );
    alter table display.render_tasks add foreign key (system_frame_id) references display.system_frames (id) on delete cascade;
    create index render_tasks_system_frame on display.render_tasks (system_frame_id) where system_frame_id is not null;
  `);
}
