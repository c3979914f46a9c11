import { z } from 'zod';
import type { Queryable } from '#shared/db/open.ts';
import { optionalText } from '../../contents/content-request.ts';
import type { LibraryContext } from '../../context.ts';
import { UserSettings } from '../models/user-settings.ts';
import { nextRun } from './next-run.ts';

const MAX_INTENT_CHARACTERS = 2_000;

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin.' })
  .meta({ description: 'IANA name.' });
const at = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, such as 07:30.' })
  .meta({ description: '`HH:MM` on the clocks of the time zone.' });

export const settingsRequest = z
  .object({
    timeZone,
    schedule: z.object({ enabled: z.boolean(), at, intent: optionalText(MAX_INTENT_CHARACTERS) }),
  })
  .meta({ id: 'SettingsRequest' });
export type SettingsRequest = z.output<typeof settingsRequest>;

export const settings = z
  .object({
    timeZone: z.string(),
    schedule: z.object({ enabled: z.boolean(), at: z.string(), intent: z.string().nullable() }),
  })
  .meta({ id: 'Settings' });
export type SettingsDto = z.output<typeof settings>;

/** What holds for a user who never set anything: no scheduled run. */
const DEFAULTS = { timeZone: 'UTC', schedule: { enabled: false, at: '07:00', intent: null } };

export async function readSettings(queryable: Queryable, userId: string): Promise<SettingsDto> {
  const row = await UserSettings.query(queryable).findById(userId);
  return row ? present(row) : DEFAULTS;
}

/** Replaces a user's settings. The next scheduled run is the next time that the clocks show the hour. */
export async function writeSettings(
  { clock, inUserTransaction }: Pick<LibraryContext, 'clock' | 'inUserTransaction'>,
  userId: string,
  { timeZone, schedule }: SettingsRequest,
): Promise<SettingsDto> {
  const now = clock.now();
  const row = {
    userId,
    timeZone,
    scheduleEnabled: schedule.enabled,
    scheduleAt: schedule.at,
    scheduleIntent: schedule.intent?.trim() || null,
    nextRunAt: schedule.enabled ? nextRun(timeZone, schedule.at, now) : null,
    updatedAt: now,
  };
  await inUserTransaction(userId, async (trx) => {
    await UserSettings.query(trx).insert(row).onConflict('user_id').merge();
  });
  return present(row);
}

function present(row: Omit<UserSettings, keyof import('objection').Model>): SettingsDto {
  const { timeZone, scheduleEnabled: enabled, scheduleAt, scheduleIntent: intent } = row;
  return { timeZone, schedule: { enabled, at: scheduleAt, intent } };
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
