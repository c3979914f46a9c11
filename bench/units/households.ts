import { createClient } from '#test/support/client.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { fillPanels } from '../gateway/fill.ts';
import type { Installation } from '../gateway/installation.ts';

/** Panels per owner. A push reads all displays of its owner, so one owner of all panels would not be realistic. */
export const PANELS_OF_OWNER = 5;

/**
 * Inserts panels and gives each owner a few of them. Returns the owners of the panels from `pushed` on, in order; the
 * others never sign in.
 */
export async function fillHouseholds(
  { db, settings }: Installation,
  panels: number,
  pushed: { first: number; count: number },
): Promise<Person[]> {
  await db.raw(
    `insert into identity.users (id, email, email_key, username, username_key, created_at, updated_at)
     select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@example.org', n || '@example.org', 'bench' || n,
       'bench' || n, now(), now()
     from generate_series(cast(? as int), ?) n`,
    [1_000, 1_000 + Math.floor((panels - 1) / PANELS_OF_OWNER)],
  );
  await fillPanels(db, '00000000-0000-7000-8000-000000000001', 0, panels);
  const panelOf = (column: string) => `('x' || right(${column}::text, 8))::bit(32)::int`;
  const tables = { devices: 'id', presentations: 'device_id', pushes: 'device_id' };
  for (const [table, device] of Object.entries(tables))
    await db.raw(
      `update display.${table} set user_id =
         ('00000000-0000-7000-8000-' || lpad(to_hex(1000 + ${panelOf(device)} / ${PANELS_OF_OWNER}), 12, '0'))::uuid`,
    );
  const url = String(settings.PUBLIC_URL);
  const owners: Person[] = [];
  for (let first = pushed.first; first < pushed.first + pushed.count; first += PANELS_OF_OWNER) {
    const owner = await registerPerson(createClient({ url, surfaces: [] }), url);
    const { id } = (await owner.app.get('/auth/me')).body;
    for (const [table, device] of Object.entries(tables))
      await db.raw(`update display.${table} set user_id = ? where ${panelOf(device)} between ? and ?`, [
        ...[id, first, first + PANELS_OF_OWNER - 1],
      ]);
    owners.push(owner);
  }
  // Removes the space of replaced rows, which new rows would fill.
  for (const table of Object.keys(tables)) await db.raw(`vacuum full analyze display.${table}`);
  return owners;
}
