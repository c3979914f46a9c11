import { z } from 'zod';
import { DAY_SECONDS } from '#shared/clock.ts';
import { frameFormats } from '#shared/picture-formats.ts';
import { isTimeZone, TIME_OF_DAY } from '#shared/wall-time.ts';
import { buttonActions } from '../models/device.ts';
import { MAX_POLL_SECONDS, MIN_POLL_SECONDS } from '../polling/poll-seconds.ts';
import { tones } from '../ports.ts';
import { display } from '../schemas.ts';

const fact = z.string().trim().min(1).max(64);
const pixels = z.number().int().min(1).max(10_000);

export const enrollBody = z.object({
  hardwareId: z
    .string()
    .regex(/^[A-Za-z0-9_:-]{1,64}$/, 'must be 1 to 64 of letters, digits, -, _ and :.')
    .meta({ description: 'A permanent identifier of the hardware, such as its MAC address.' }),
  model: fact.nullish().transform((text) => text ?? undefined),
  firmware: fact.nullish().transform((text) => text ?? undefined),
  format: z.enum(frameFormats).optional().meta({
    description: 'The frame format of the panel. By default the one of its last enrolment, at first `raw1`.',
  }),
  width: pixels.optional(),
  height: pixels.optional(),
  password: z.string().max(256).optional().meta({
    description: 'The current password of a panel that has an owner.',
  }),
});

export const enrolled = z
  .object({
    thingName: z.string().meta({ description: 'User name and client id on MQTT.' }),
    password: z.string().meta({ description: 'Returned only here.' }),
    mqtt: z.object({ url: z.string() }),
    claim: z
      .object({ code: z.string(), url: z.url(), expiresAt: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Null for a panel that has an owner.' }),
  })
  .meta({ id: 'Enrolment' });

const nickname = z.string().trim().min(1).max(64).nullable();

export const claimBody = z.object({
  code: z.string().max(64).meta({ description: 'As the panel shows it, in upper or lower case.' }),
  nickname: nickname.optional().transform((name) => name ?? null),
});

const MAX_QUIET_WINDOWS = 7;
const MAX_DWELL_SECONDS = 7 * DAY_SECONDS;

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin.' });
const timeOfDay = z.string().regex(TIME_OF_DAY, { error: 'must be a time of day, such as 07:30.' });

const quietWindow = z
  .strictObject({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1)
      .max(7)
      .overwrite((days) => [...new Set(days)].sort())
      .meta({ description: 'Days on which it begins; 1 is Monday.' }),
    from: timeOfDay.meta({ description: '`HH:MM` in the time zone of the display.' }),
    to: timeOfDay.meta({
      description: 'Exclusive; on the next day when it is not after `from`.',
    }),
  })
  .meta({ id: 'QuietWindow' });

/** Settings that the Display of the app surface contains. */
const wallSettings = {
  timeZone: timeZone.nullable().meta({ description: 'IANA name; null: that of your settings.' }),
  quietHours: z.array(quietWindow).max(MAX_QUIET_WINDOWS).meta({
    description: 'In quiet hours only urgent presentations are published without a request.',
  }),
  dwellSeconds: z.number().int().min(0).max(MAX_DWELL_SECONDS).nullable().meta({
    description:
      'How long a picture stays before the queue may replace it; null: the default of the installation.',
  }),
  pollSeconds: z.number().int().min(MIN_POLL_SECONDS).max(MAX_POLL_SECONDS).nullable().meta({
    description: 'Minimum interval of a panel that polls or sleeps; null: as Placard plans.',
  }),
  button: z
    .enum(buttonActions)
    .nullable()
    .meta({ description: 'The action of the button of a polling panel.' }),
};

/** Strict, because otherwise a mistyped field would be ignored without an error. */
export const patchBody = z.strictObject({
  nickname: nickname.optional(),
  tags: z
    .array(z.string().trim().min(1).max(32))
    .max(32)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  queuePolicy: z.enum(['all', 'latest']).optional().meta({
    description: 'With `latest`, older queue entries expire when a newer one is published.',
  }),
  toneExponent: z.number().min(0.2).max(5).optional().meta({
    description:
      'Exponent of the tone table of pictures rendered from now on; higher is darker. 1.3 by default.',
  }),
  tone: z.enum(tones).optional().meta({
    description:
      'With `auto` (the default), range, middle tones and detail of each photograph rendered from now on are prepared before the tone table; `plain` is the table alone.',
  }),
  timeZone: wallSettings.timeZone.optional(),
  quietHours: wallSettings.quietHours.nullable().optional(),
  dwellSeconds: wallSettings.dwellSeconds.optional(),
  pollSeconds: wallSettings.pollSeconds.optional(),
  button: wallSettings.button.optional(),
  greys: z
    .union([z.literal(2), z.literal(4)])
    .nullable()
    .optional()
    .meta({ description: 'For a polling panel: black and white, or four greys. Null is 2.' }),
});

export const settings = z
  .object({
    queuePolicy: z.enum(['all', 'latest']),
    toneExponent: z.number(),
    tone: z.enum(tones),
    ...wallSettings,
    greys: z
      .union([z.literal(2), z.literal(4)])
      .nullable()
      .meta({
        description: 'Greys of a polling panel; null for one on MQTT, which chooses itself.',
      }),
  })
  .meta({ id: 'DisplaySettings' });
export type SettingsDto = z.output<typeof settings>;

const battery = z
  .object({
    percent: z.number(),
    charging: z.boolean(),
    low: z.boolean().meta({
      description: 'It should be charged soon: 15 % or less, or empty within 7 days, and not being charged.',
    }),
    daysLeft: z.number().int().min(0).nullable().meta({
      description:
        'Whole days until it is empty, forecast from its readings since the last charge; null while there are too few.',
    }),
  })
  .meta({ id: 'Battery' });

/** A Display in the form of the app surface. */
export const ownDisplay = display
  .extend({
    battery: battery.nullable().meta({ description: 'Null for a panel without one.' }),
    ...wallSettings,
  })
  .meta({ id: 'OwnDisplay' });
export type OwnDisplayDto = z.output<typeof ownDisplay>;

export const displayWithSettings = ownDisplay.extend({ settings }).meta({ id: 'DisplayWithSettings' });
export type DisplayWithSettingsDto = z.output<typeof displayWithSettings>;

export const enrollmentWindow = z.object({ enrollmentOpenUntil: z.iso.datetime() });
