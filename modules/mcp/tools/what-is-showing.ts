import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { dataResult } from '../tool-result.ts';
import { chosenDisplay, displayName } from './chosen-display.ts';

export const whatIsShowing = defineTool({
  name: 'what_is_showing',
  title: 'What is showing',
  description:
    'What a display shows now, with the picture as the panel shows it. A user with one display need not name it.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({ display: displayName.optional() }),
  async run(context, { principal: { userId } }, input) {
    const display = await chosenDisplay(context, userId, input.display);
    const { showing, queued } = await context.display.readShowing(userId, display.id);
    const result = dataResult({
      display: display.name,
      online: display.online,
      showing: showing && {
        title: showing.title,
        contentIds: showing.contentIds,
        since: showing.since?.toISOString() ?? null,
      },
      ...(!showing && { note: 'The panel has not confirmed a picture yet, or that one was deleted.' }),
      waitingInQueue: queued,
      sentAndNotConfirmed: display.pendingPresentationId !== null,
    });
    if (!showing) return result;
    const png = await context.framePng(showing.frame.raw1, showing.frame);
    const data = Buffer.from(png).toString('base64');
    return { content: [...result.content, { type: 'image', data, mimeType: 'image/png' }] };
  },
});
