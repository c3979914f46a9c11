import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { NamedKeys } from '../../../box/backup/named-keys.ts';

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest('hex');

test('keys beyond the memory limit are listed once, those with the same bytes together', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-keys-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const spilled = new NamedKeys(join(folder, 'named'), 10);
  const held = new NamedKeys(join(folder, 'none'));
  for (const named of [spilled, held])
    for (let n = 0; n < 300; n++)
      for (const user of ['a', 'b']) named.add(`users/${user}/assets/${n % 5}/${hashOf(n % 100)}`);
  t.true(existsSync(join(folder, 'named')));
  const objects = [...spilled.objects()];
  t.deepEqual(objects, [...held.objects()]);
  t.is(objects.length, 100);
  t.deepEqual(
    objects.map(({ sha256 }) => sha256),
    Array.from({ length: 100 }, (_, n) => hashOf(n)).sort(),
  );
  t.true(objects.every(({ keys }) => keys.length === 2));
  spilled.clear();
  t.deepEqual([...spilled.objects()], []);
});
