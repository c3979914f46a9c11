import test from 'ava';
import { snapshotName } from '#shared/backup-place.ts';
import { BackupSchedule, nextBackup } from '../../../box/backup/backup-schedule.ts';
import { parseRetention, snapshotsToKeep } from '../../../box/backup/retention.ts';

const at = (text: string) => snapshotName(new Date(text));

test('the newest backup of each of the last days, weeks and months is kept', (t) => {
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

test('one snapshot is always kept, and an invalid retention is refused', (t) => {
  t.deepEqual([...snapshotsToKeep([at('2020-01-01T00:00:00Z')], { days: 0, weeks: 0, months: 1 })].length, 1);
  t.deepEqual(parseRetention('7d,4w,12m'), { days: 7, weeks: 4, months: 12 });
  for (const text of ['', 'd', '7x', '0d', '7d;4w']) t.is(parseRetention(text), null, text);
});

test('the daily backup runs at its time of day, tomorrow if that has passed', (t) => {
  const now = new Date(2026, 10, 22, 3, 30);
  t.deepEqual(nextBackup(new Date(2026, 10, 22, 3, 29), '03:30'), now);
  t.deepEqual(nextBackup(now, '03:30'), new Date(2026, 10, 23, 3, 30));
});

test('a failed overdue backup is retried with growing pauses, never while one runs', (t) => {
  const minutes = (count: number) => new Date(Date.UTC(2026, 10, 22, 12) + count * 60_000);
  const last = minutes(-26 * 60);
  const schedule = new BackupSchedule('03:30', minutes(0));
  const starts: number[] = [];
  let endsAt = Number.POSITIVE_INFINITY;
  for (let minute = 0; minute < 12 * 60; minute += 5) {
    if (minute >= endsAt) {
      schedule.ended(minutes(minute), false);
      endsAt = Number.POSITIVE_INFINITY;
    }
    if (!schedule.shouldStart(minutes(minute), last)) continue;
    schedule.started(minutes(minute));
    starts.push(minute);
    endsAt = minute + 20;
  }
  // Each takes 20 minutes; the pauses after them are 15, 30, 60, 120 and 240 minutes.
  t.deepEqual(starts, [0, 35, 85, 165, 305, 565]);
  t.true(schedule.shouldStart(minutes(16 * 60), last), 'its time of day comes all the same');
  schedule.started(minutes(16 * 60));
  schedule.ended(minutes(16 * 60 + 20), true);
  t.false(schedule.shouldStart(minutes(17 * 60), minutes(16 * 60)));
});
