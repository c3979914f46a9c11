import * as z from 'zod';
import { createPart } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { Page } from './page.ts';
import { defineTemplate, proseText, shortText } from './template.ts';

/** A quotation and its author. */
export const quotation = defineTemplate({
  use: 'A quotation of a few sentences with the name of who said it.',
  parameters: z.object({
    text: proseText.min(1),
    attribution: shortText.optional(),
    source: shortText.optional(),
    language: shortText.optional(),
  }),
  layOut({ text, attribution, source, language }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, text, language);
    const { type, floor, least, gap, accent, hairline } = page.theme;
    const box = page.content;
    const mark = Math.round(type.poster * 1.1);
    // The glyph fills only the upper part of its line.
    const markHeight = Math.round(mark * 0.42);
    const tall = box.height > 5 * markHeight;
    const said = attribution ? [attribution, source].filter(Boolean).join(', ') : (source ?? '');
    const name = {
      size: type.lead,
      smallest: Math.max(floor, type.small),
      weight: 700,
      maxLines: 1,
      excerpt: true,
    };
    const saidRoom = said === '' ? 0 : Math.round(type.lead * 1.3) + 2 * gap;
    const markRoom = tall ? markHeight + gap : 0;
    const room = { ...box, height: box.height - saidRoom - markRoom };
    const style = {
      size: text.length < 160 ? type.display : type.head,
      smallest: least,
      family: 'serif' as const,
      weight: 500,
      lineHeight: 1.28,
      balance: true,
      excerpt: true,
    };
    const measured = page.measure(text, room, style);
    const namedRoom = { ...box, width: box.width - nameIndent(page, box), height: saidRoom };
    if (measured.cut || (said !== '' && page.measure(said, namedRoom, name).cut)) {
      putFlow(
        page,
        [createPart(text, { family: 'serif' }), ...(said === '' ? [] : [createPart(said, { weight: 700 })])],
        box,
        {
          most: type.lead,
          columnWidth: 14 * type.body,
        },
      );
      return page.scene();
    }
    const used = measured.bottom - room.y;
    const total = used + saidRoom + markRoom;
    let y = box.y + Math.max(0, Math.round((box.height - total) * 0.45));
    if (tall) {
      page.text(
        'mark',
        '“',
        {
          x: box.x - Math.round(mark * 0.04),
          y: y - Math.round(mark * 0.24),
          width: mark,
          height: mark * 1.3,
        },
        {
          size: mark,
          family: 'serif',
          weight: 700,
          color: accent,
          lineHeight: 1.2,
          maxLines: 1,
        },
      );
      y += markRoom;
    }
    page.text(
      'text',
      text,
      { ...room, y, height: used },
      { ...style, size: measured.size, smallest: undefined },
    );
    y += used + gap;
    if (said !== '') {
      const dash = nameIndent(page, box) - gap;
      const middle = y + Math.round(type.lead * 0.65);
      page.rule('dash', { x: box.x, y: middle, width: dash, height: 2 * hairline }, accent);
      const line = {
        ...box,
        x: box.x + dash + gap,
        y,
        width: box.width - dash - gap,
        height: Math.round(type.lead * 1.35),
      };
      page.text('attribution', said, line, name);
    }
    return page.scene();
  },
});

/** Room for the dash before the name. */
function nameIndent({ theme: { margin, gap } }: Page, box: { width: number }): number {
  return Math.min(Math.round(margin * 0.9), box.width >> 3) + gap;
}
