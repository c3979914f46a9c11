import { z } from 'zod';
import { frameFormats } from '#shared/picture-formats.ts';
import { isTimeZone } from '#shared/wall-time.ts';
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
    .meta({ description: 'What the hardware is known by for ever, such as its MAC address.' }),
  model: fact.nullish().transform((text) => text ?? undefined),
  firmware: fact.nullish().transform((text) => text ?? undefined),
  format: z
    .enum(frameFormats)
    .optional()
    .meta({ description: 'The frames it can show. `raw1` unless it ever said otherwise.' }),
  width: pixels.optional(),
  height: pixels.optional(),
  password: z.string().max(256).optional().meta({
    description: 'Of a panel that has an owner: its present password.',
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
const MAX_DWELL_SECONDS = 7 * 86_400;

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as Europe/Berlin.' });
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day, such as 07:30.' });

const quietWindow = z
  .strictObject({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1)
      .max(7)
      .overwrite((days) => [...new Set(days)].sort())
      .meta({ description: 'On which it begins; 1 is Monday.' }),
    from: timeOfDay.meta({ description: '`HH:MM` in the time zone of the display.' }),
    to: timeOfDay.meta({
      description: 'Exclusive; on the next day when it is not after `from`.',
    }),
  })
  .meta({ id: 'QuietWindow' });

/** By the clock of the wall. */
const wallSettings = {
  timeZone: timeZone.nullable().meta({ description: 'IANA name; null: that of your settings.' }),
  quietHours: z.array(quietWindow).max(MAX_QUIET_WINDOWS).meta({
    description: 'In them nothing is published by itself but what was pushed as urgent.',
  }),
  dwellSeconds: z.number().int().min(0).max(MAX_DWELL_SECONDS).nullable().meta({
    description: 'How long a picture stays before the queue may replace it; null: as the installation says.',
  }),
  pollSeconds: z.number().int().min(MIN_POLL_SECONDS).max(MAX_POLL_SECONDS).nullable().meta({
    description: 'How often a panel that asks by itself, or sleeps, comes at most; null: as Placard plans.',
  }),
  button: z
    .enum(buttonActions)
    .nullable()
    .meta({ description: 'What the button of a panel that asks by itself does.' }),
};

/** Strict: of what is mistyped in it nothing else would tell. */
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
      'Exponent of the tone table of pictures rendered from now on; higher is darker. 1.3 at first.',
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
    .meta({ description: 'Of a panel that asks by itself: black and white, or four greys. Two when null.' }),
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
        description: 'Greys that a panel that asks by itself is sent; null for one on MQTT, which chooses.',
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
        'Whole days until it is empty, as its readings since the last charge let expect; null while they are too few.',
    }),
  })
  .meta({ id: 'Battery' });

/** A Display as its owner's own screens read it. */
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
