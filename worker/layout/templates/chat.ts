import * as z from 'zod';
import { sizeBeside } from './flow/measure-part.ts';
import { createPart, type Part } from './flow/part.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { fitsHeader, joinFacts, putFooter, putHeader } from './furniture.ts';
import { localTimes, readerOf } from './local-times.ts';
import { Page } from './page.ts';
import { defineTemplate, pageEnd, proseText, readerTime, shortText } from './template.ts';

const parameters = z.object({
  title: shortText.optional(),
  messages: z
    .array(z.object({ speaker: shortText, time: shortText.nullish(), text: proseText }))
    .min(1)
    .max(2000),
  ...readerTime,
  ...pageEnd,
});

/** The messages of several people, in order. */
export const chat = defineTemplate({
  use: 'A conversation: messages with their speakers and, where known, their times.',
  parameters,
  layOut(given, viewport, colorMode) {
    const { title = '', messages, footer, language, omitted = 0 } = given;
    const page = new Page(viewport, colorMode, joinFacts(title, messages[0]?.text), language);
    const reader = readerOf(given, page.furniture);
    let box = putFooter(page, page.content, footer);
    const parts: Part[] = partsOf(
      page,
      messages.map(
        ({ speaker, time, text }): FlowBlock => ({
          kind: 'message',
          label: joinFacts(time && localTimes(time, reader), speaker).replace(' · ', ' '),
          text,
        }),
      ),
    );
    if (fitsHeader(page, box, title)) box = putHeader(page, box, title);
    else parts.unshift(createPart(title, { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: true }));
    putFlow(page, parts, box, {
      most: sizeBeside(page, parts, box.width, page.theme.type.title),
      columnWidth: 15 * page.theme.type.body,
      middle: title ? 0 : 0.3,
      more: { items: 0, words: omitted },
    });
    return page.scene();
  },
});
