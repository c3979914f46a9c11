import test from 'ava';
import { nextBackup } from '../../../box/backup/daily-backups.ts';
import { snapshotName } from '../../../box/backup/repository.ts';
import { parseRetention, snapshotsToKeep } from '../../../box/backup/retention.ts';

const at = (text: string) => snapshotName(new Date(text));

test('the newest of each of the last days, weeks and months is kept', (t) => {
  const days = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2026, 6, 1 + day, 3, 30)));
  const twice = [...days, new Date('2026-10-28T20:00:00Z')].map(snapshotName);
  const kept = [...snapshotsToKeep(twice, { days: 3, weeks: 3, months: 3 })].sort();
  t.deepEqual(kept, [
    at('2026-08-31T03:30:00Z'),
    at('2026-09-30T03:30:00Z'),
    at('2026-10-18T03:30:00Z'),
    at('2026-10-25T03:30:00Z'),
    at('2026-10-26T03:30:00Z'),
    at('2026-10-27T03:30:00Z'),
    at('2026-10-28T20:00:00Z'),
  ]);
});

test('one snapshot is always kept, and nonsense is no rule', (t) => {
  t.deepEqual([...snapshotsToKeep([at('2020-01-01T00:00:00Z')], { days: 0, weeks: 0, months: 1 })].length, 1);
  t.deepEqual(parseRetention('7d,4w,12m'), { days: 7, weeks: 4, months: 12 });
  for (const text of ['', 'd', '7x', '0d', '7d;4w']) t.is(parseRetention(text), null, text);
});

test('the daily backup comes at its time of day, tomorrow when that is past', (t) => {
  const now = new Date(2026, 10, 22, 3, 30);
  t.deepEqual(nextBackup(new Date(2026, 10, 22, 3, 29), '03:30'), now);
  t.deepEqual(nextBackup(now, '03:30'), new Date(2026, 10, 23, 3, 30));
});
