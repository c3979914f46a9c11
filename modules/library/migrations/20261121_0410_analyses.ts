import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The digest of an asset, and the picture that pages may show of it: an object beside the asset's own.
    alter table library.content_blocks
      add column digest jsonb not null default '{}',
      add column picture_id uuid unique,
      add column picture_key text,
      add column picture_type text,
      add column picture_width integer,
      add column picture_height integer;
    create index content_blocks_picture on library.content_blocks (picture_key) where picture_key is not null;

    -- One run over contents. The rows are the queue: a worker claims one with a lease that it renews.
    create table library.analyses (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      mode text not null check (mode in ('ai', 'direct')),
      trigger text not null check (trigger in ('api', 'scheduled')),
      state text not null check (state in ('queued', 'running', 'completed', 'failed')),
      outcome text check (outcome in ('presentations', 'no_change')),
      no_change_reason text,
      context text not null check (context in ('submitted', 'history')),
      since text,
      since_at timestamptz(3),
      intent text,
      title text,
      target jsonb,
      presentation_ids uuid[] not null default '{}',
      failure jsonb,
      -- The Content whose confirm started it; null for requested analyses.
      content_id uuid,
      attempt integer not null default 0,
      lease_id uuid,
      lease_until timestamptz(3),
      -- Public and internal events share one sequence; the events of the run end with end_seq.
      last_seq integer not null default 0,
      end_seq integer,
      archive_key text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index analyses_user on library.analyses (user_id, created_at desc, id desc);
    create index analyses_open on library.analyses (created_at, id) where state in ('queued', 'running');
    create index analyses_user_open on library.analyses (user_id) where state in ('queued', 'running');

    -- The contents of a run. The rows stay when a Content is deleted, so there is no foreign key.
    create table library.analysis_contents (
      analysis_id uuid not null references library.analyses (id) on delete cascade,
      position integer not null,
      content_id uuid not null,
      user_id uuid not null references identity.users (id),
      role text not null check (role in ('input', 'context')),
      primary key (analysis_id, position),
      unique (analysis_id, content_id)
    );
    create index analysis_contents_content on library.analysis_contents (content_id);
    create index analysis_contents_user on library.analysis_contents (user_id);

    create table library.analysis_events (
      analysis_id uuid not null references library.analyses (id) on delete cascade,
      seq integer not null,
      user_id uuid not null references identity.users (id),
      at timestamptz(3) not null,
      attempt integer not null,
      source text not null check (source in ('agent', 'backend')),
      type text not null,
      level text not null check (level in ('info', 'warn', 'error')),
      visibility text not null check (visibility in ('public', 'internal')),
      summary text not null,
      data jsonb not null,
      primary key (analysis_id, seq)
    );
    create index analysis_events_user on library.analysis_events (user_id);

    create table library.settings (
      user_id uuid primary key references identity.users (id),
      time_zone text not null,
      schedule_enabled boolean not null,
      schedule_at text not null,
      schedule_intent text,
      -- When the next scheduled run is due; null while off.
      next_run_at timestamptz(3),
      updated_at timestamptz(3) not null
    );
    create index settings_due on library.settings (next_run_at) where next_run_at is not null;
  `);
}
