import { z } from 'zod';
import type { Queryable } from '#shared/db/open.ts';
import { nextTimeOfDay } from '#shared/next-time-of-day.ts';
import { isTimeZone, TIME_OF_DAY } from '#shared/wall-time.ts';
import { MAX_INTENT_CHARACTERS } from '../../contents/asset-rules.ts';
import { optionalText } from '../../contents/content-request.ts';
import type { LibraryContext } from '../../context.ts';
import { UserSettings } from '../models/user-settings.ts';

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin.' })
  .meta({ description: 'IANA name.' });
const language = z
  .string()
  .max(35)
  .refine(isLanguage, { error: 'must be a language tag, such as de or pt-BR.' });
const at = z
  .string()
  .regex(TIME_OF_DAY, { error: 'must be a time of day, such as 07:30.' })
  .meta({ description: '`HH:MM` in the time zone.' });

export const settingsRequest = z
  .object({
    timeZone,
    language: language.nullish().meta({
      description:
        'BCP 47: the language of fixed words on pages (days, "+ 3 more") if the language of the material is unknown. Null for none; left out, it does not change.',
    }),
    schedule: z.object({ enabled: z.boolean(), at, intent: optionalText(MAX_INTENT_CHARACTERS) }),
  })
  .meta({ id: 'SettingsRequest' });
export type SettingsRequest = z.output<typeof settingsRequest>;

export const settings = z
  .object({
    timeZone: z.string(),
    language: z.string().nullable(),
    schedule: z.object({ enabled: z.boolean(), at: z.string(), intent: z.string().nullable() }),
  })
  .meta({ id: 'Settings' });
export type SettingsDto = z.output<typeof settings>;

/** The settings of a user who never set any: no scheduled run. */
const DEFAULT_SETTINGS = {
  timeZone: 'UTC',
  language: null,
  schedule: { enabled: false, at: '07:00', intent: null },
};

export async function readSettings(queryable: Queryable, userId: string): Promise<SettingsDto> {
  const row = await UserSettings.query(queryable).findById(userId);
  return row ? present(row) : DEFAULT_SETTINGS;
}

/** Replaces a user's settings. The next scheduled run is at the next occurrence of its time. */
export async function writeSettings(
  { clock, display, inUserTransaction }: Pick<LibraryContext, 'clock' | 'display' | 'inUserTransaction'>,
  userId: string,
  { timeZone, language, schedule }: SettingsRequest,
): Promise<SettingsDto> {
  const now = clock.now();
  const row = {
    userId,
    timeZone,
    scheduleEnabled: schedule.enabled,
    scheduleAt: schedule.at,
    scheduleIntent: schedule.intent?.trim() || null,
    nextRunAt: schedule.enabled ? nextTimeOfDay(timeZone, schedule.at, now) : null,
    updatedAt: now,
    ...(language !== undefined && { language: language && new Intl.Locale(language).toString() }),
  };
  return inUserTransaction(userId, async (trx) => {
    await UserSettings.query(trx).insert(row).onConflict('user_id').merge();
    await display.setOwnerZone(trx, userId, timeZone);
    return readSettings(trx, userId);
  });
}

function present(row: Omit<UserSettings, keyof import('objection').Model>): SettingsDto {
  const { timeZone, language, scheduleEnabled: enabled, scheduleAt, scheduleIntent: intent } = row;
  return { timeZone, language, schedule: { enabled, at: scheduleAt, intent } };
}

function isLanguage(tag: string): boolean {
  try {
    return /^[A-Za-z]{2,3}(?:-|$)/.test(tag) && new Intl.Locale(tag).toString() !== '';
  } catch {
    return false;
  }
}
