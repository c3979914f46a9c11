import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema library;

    -- One submission. With a null mode it is only stored, until an Analysis names it.
    create table library.contents (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      mode text check (mode in ('auto', 'manual', 'hardcode')),
      display_id uuid,
      title text,
      intent text,
      output jsonb,
      state text not null check (state in ('pending', 'processing', 'ready', 'failed')),
      stage text,
      upload_status text not null check (upload_status in ('awaiting_upload', 'partial', 'complete')),
      warnings jsonb not null default '[]',
      failure jsonb,
      -- Set as soon as they are created; returned once the state is ready.
      presentation_ids uuid[] not null default '{}',
      analysis_ids text[] not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    -- One keyset index for each combination of filters, so that a rare state or mode is found as quickly as any.
    create index contents_user on library.contents (user_id, created_at desc, id desc);
    create index contents_state on library.contents (user_id, state, created_at desc, id desc);
    create index contents_mode on library.contents (user_id, mode, created_at desc, id desc);
    create index contents_state_mode on library.contents (user_id, state, mode, created_at desc, id desc);
    create index contents_unconfirmed on library.contents (updated_at) where state = 'pending';

    -- One per submitted asset, under its index in the submitted array.
    create table library.raw_upload_items (
      content_id uuid not null references library.contents (id) on delete cascade,
      asset_index smallint not null,
      user_id uuid not null references identity.users (id),
      type text not null check (type in ('text', 'link', 'image', 'file')),
      text text,
      url text,
      filename text,
      content_type text,
      size_bytes integer,
      upload_state text not null check (upload_state in ('pending', 'uploaded', 'failed')),
      -- The bytes that count against the user's share of the storage: its size until its bytes are deleted.
      held_bytes integer not null default 0,
      primary key (content_id, asset_index)
    );
    create index raw_upload_items_held on library.raw_upload_items (user_id) include (held_bytes) where held_bytes > 0;

    -- The immutable objects that uploads were copied to.
    create table library.files (
      id uuid primary key,
      user_id uuid not null references identity.users (id),
      content_id uuid not null,
      asset_index smallint not null,
      key text not null unique,
      sha256 text not null,
      size_bytes integer not null,
      content_type text not null,
      created_at timestamptz(3) not null,
      unique (content_id, asset_index),
      foreign key (content_id, asset_index) references library.raw_upload_items on delete cascade
    );
    create index files_user on library.files (user_id);

    -- The digest of an asset.
    create table library.content_blocks (
      content_id uuid not null,
      asset_index smallint not null,
      user_id uuid not null references identity.users (id),
      title text,
      text text not null,
      created_at timestamptz(3) not null,
      primary key (content_id, asset_index),
      foreign key (content_id, asset_index) references library.raw_upload_items on delete cascade
    );
    create index content_blocks_user on library.content_blocks (user_id);

    -- Everything of a Content that can be searched, case-folded, and the hashed runs of 1, 2 and 3 characters in it.
    -- A table of its own, so that a change of state does not write the index of the runs again.
    create table library.search_documents (
      content_id uuid primary key references library.contents (id) on delete cascade,
      user_id uuid not null references identity.users (id),
      created_at timestamptz(3) not null,
      document text collate "C" not null,
      grams integer[]
    );
    create index search_documents_user on library.search_documents (user_id);
    -- Every search reads the whole pending list: 1 MiB keeps that below a millisecond and inserts still quick.
    create index search_documents_grams on library.search_documents using gin (grams) with (gin_pending_list_limit = 1024);
    create index search_documents_without_grams on library.search_documents (user_id) where grams is null;
  `);
}
