import { z } from 'zod';
import { wakeReasons } from '../models/device.ts';
import { ownDisplay } from '../pairing/schemas.ts';
import { presentation } from '../schemas.ts';
import { panelStates } from './read-status.ts';

const timestamp = z.iso.datetime();

const displayStatus = z
  .object({
    state: z.enum(panelStates).meta({
      description:
        'The reason for the shown picture. `failing`: the panel could not show the published picture, which is sent again; `asleep` ' +
        'and `offline`: a picture waits and the panel is not connected; `failed`: the newest page failed; `not_shown`: the panel ' +
        'reports another picture; `up_to_date`: it shows the wanted picture.',
    }),
    asleep: z.boolean().meta({
      description:
        'The panel sleeps as usual, in any state. `online` stays true until a polling panel is overdue.',
    }),
    since: timestamp
      .nullable()
      .meta({ description: 'Since when, for `asleep`, `offline` and `delivering`.' }),
    expectedAt: timestamp.nullable().meta({
      description:
        'When a sleeping panel is expected: at the wake time that it got, else estimated from its last wakes.',
    }),
    preparing: z.number().int(),
    queued: z.number().int(),
    nextAt: timestamp
      .nullable()
      .meta({ description: 'The earliest time of the next queue entry; null: now, or there is none.' }),
    nextLook: z
      .object({
        at: timestamp,
        reason: z.enum([...wakeReasons, 'interval']).meta({
          description:
            '`quiet_hours_end`; `queue_due`; `dwell_ends`: another page may be shown from then on; `recent_push`: more may follow; `habit`: this is when you push; `interval`: that of `pollSeconds`, or the usual one.',
        }),
      })
      .nullable()
      .meta({ description: 'The wake time that a sleeping panel got, and its reason.' }),
    quietUntil: timestamp
      .nullable()
      .meta({ description: 'The end of the current quiet hours; null outside of them.' }),
    failures: z.number().int().meta({ description: 'Number of failures to show the pending presentation.' }),
    error: z.string().nullable().meta({ description: 'The last error of the panel or of rendering.' }),
  })
  .meta({ id: 'DisplayStatus' });
export type DisplayStatusDto = z.output<typeof displayStatus>;

export const wall = z
  .object({
    display: ownDisplay,
    status: displayStatus,
    current: presentation.nullable().meta({ description: 'The last presentation that the panel confirmed.' }),
    pending: presentation.nullable().meta({ description: 'Published and not yet confirmed.' }),
    next: presentation.nullable().meta({ description: 'The queue entry that goes out next.' }),
  })
  .meta({ id: 'Wall' });
export type WallDto = z.output<typeof wall>;
