import type { Db } from '#shared/db/open.ts';
import { FRAME_BYTES, FRAMES, frameBytes } from './panels.ts';

/**
 * Inserts the panels `first` to `first + count` as they are once claimed: with a password, a picture that they have
 * confirmed and reported, and an earlier picture.
 */
export async function fillPanels(db: Db, userId: string, first: number, count: number): Promise<void> {
  const hashes = Array.from({ length: FRAMES }, (_, frame) => frameBytes(frame).sha256);
  const values = { first, last: first + count - 1, userId, hashes, size: FRAME_BYTES, frames: FRAMES };
  const id = (kind: string) =>
    `('0000000' || ${kind} || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const thing = `'placard-' || lpad(n::text, 12, '0')`;
  await db.raw(
    `insert into display.devices (id, hardware_id, thing_name, secret_hash, user_id, binding_id, bound_at,
       current_presentation_id, current_since, reported_presentation_id, reported_sha256, created_at, updated_at)
     select ${id('1')}, 'bench-' || n, ${thing}, encode(sha256(convert_to('the password of ' || ${thing}, 'utf8')), 'hex'),
       :userId, ${id('1')}, now(), ${id('2')}, now() - interval '1 day', ${id('2')},
       (cast(:hashes as text[]))[1 + n % :frames], now(), now()
     from generate_series(cast(:first as bigint), :last) n`,
    values,
  );
  await db.raw(
    `insert into display.presentations (id, user_id, device_id, binding_id, mode, state, contents, output, created_at, updated_at)
     select ${id('2 + picture')}, :userId, ${id('1')}, ${id('1')}, 'hardcode',
       case picture when 0 then 'confirmed' else 'expired' end, '[]', '{}', now(), now()
     from generate_series(cast(:first as bigint), :last) n, generate_series(0, 1) picture`,
    values,
  );
  await db.raw(
    `insert into display.pushes (presentation_id, user_id, device_id, binding_id, published_at, confirmed_at, created_at)
     select ${id('2 + picture')}, :userId, ${id('1')}, ${id('1')}, now(), now(), now()
     from generate_series(cast(:first as bigint), :last) n, generate_series(0, 1) picture`,
    values,
  );
  await db.raw(
    `insert into display.frames (presentation_id, format, key, sha256, size_bytes, width, height, created_at)
     select ${id('2 + picture')}, 'raw1', 'frames/bench/raw1/' || hash, hash, :size, 800, 480, now()
     from generate_series(cast(:first as bigint), :last) n, generate_series(0, 1) picture,
       lateral (select (cast(:hashes as text[]))[1 + (n + picture) % :frames] as hash) frame`,
    values,
  );
  await db.raw('vacuum analyze display.devices, display.presentations, display.pushes, display.frames');
}

/** An owner who never signs in. */
export async function addOwner(db: Db): Promise<string> {
  const id = '00000000-0000-7000-8000-000000000001';
  await db.raw(
    `insert into identity.users (id, email, email_key, username, username_key, created_at, updated_at)
     values (?, 'bench@example.org', 'bench@example.org', 'bench', 'bench', now(), now())`,
    [id],
  );
  return id;
}
