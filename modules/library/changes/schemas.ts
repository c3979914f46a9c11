import { z } from 'zod';
import { display, presentationSummary } from '#modules/display';
import { ownContent } from '../schemas.ts';
import { POSITION_PATTERN } from './stream-position.ts';

const removed = z.object({ id: z.uuid() });

/** Each event of the stream: its name, and its data. */
export const changeEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('reset'), data: z.object({}) }),
    z.object({ event: z.literal('display.changed'), data: display }),
    z.object({ event: z.literal('presentation.changed'), data: presentationSummary }),
    z.object({ event: z.literal('content.changed'), data: ownContent }),
    z.object({ event: z.literal('display.removed'), data: removed }),
    z.object({ event: z.literal('presentation.removed'), data: removed }),
    z.object({ event: z.literal('content.removed'), data: removed }),
  ])
  .meta({ id: 'ChangeEvent' });

export const positionId = z.string().regex(POSITION_PATTERN, { error: 'must be the id of an event.' });

export const changesQuery = z.object({
  after: positionId
    .optional()
    .meta({ description: 'The id of the last event. Takes precedence over `Last-Event-ID`.' }),
});
