import { z } from 'zod';
import { ownDisplay } from '../pairing/schemas.ts';
import { presentation } from '../schemas.ts';
import { wakeReasons } from '../waking/plan-wake.ts';
import { panelStates } from './read-status.ts';

const timestamp = z.iso.datetime();

export const displayStatus = z
  .object({
    state: z.enum(panelStates).meta({
      description:
        'Why it shows what it shows. `failing`: the panel could not show what was published, and is told again; `asleep` and ' +
        '`offline`: something waits and the panel is not connected; `failed`: the newest page was given up; `not_shown`: the ' +
        'panel reports another picture; `up_to_date`: it shows what it should.',
    }),
    asleep: z.boolean().meta({
      description:
        'The panel sleeps as usual, whatever its state is. `online` stays true until a panel that asks by itself is missed.',
    }),
    since: timestamp.nullable().meta({ description: 'Of `asleep`, `offline` and `delivering`.' }),
    expectedAt: timestamp.nullable().meta({
      description: 'When a sleeping panel is expected: as it was told, else as its last wakes let expect.',
    }),
    preparing: z.number().int(),
    queued: z.number().int(),
    nextAt: timestamp
      .nullable()
      .meta({ description: 'When the next queue entry may go out at the earliest; null: now, or none.' }),
    nextLook: z
      .object({
        at: timestamp,
        reason: z.enum([...wakeReasons, 'interval']).meta({
          description:
            '`quiet_hours_end`; `queue_due`; `dwell_ends`: another page may be shown from then on; `recent_push`: more may follow; `habit`: this is when you push; `interval`: that of `pollSeconds`, or the usual one.',
        }),
      })
      .nullable()
      .meta({ description: 'When a panel that sleeps looks next, as it was told, and why then.' }),
    quietUntil: timestamp
      .nullable()
      .meta({ description: 'When the quiet hours end that are on; null: none are.' }),
    failures: z.number().int().meta({ description: 'How often the panel failed to show what is pending.' }),
    error: z.string().nullable().meta({ description: 'What the panel, or the rendering, said went wrong.' }),
  })
  .meta({ id: 'DisplayStatus' });
export type DisplayStatusDto = z.output<typeof displayStatus>;

export const wall = z
  .object({
    display: ownDisplay,
    status: displayStatus,
    current: presentation.nullable().meta({ description: 'What the panel confirmed last.' }),
    pending: presentation.nullable().meta({ description: 'Published and not yet confirmed.' }),
    next: presentation.nullable().meta({ description: 'The queue entry that goes out next.' }),
  })
  .meta({ id: 'Wall' });
export type WallDto = z.output<typeof wall>;
