import * as z from 'zod';
import { below, putFooter, putKicker } from './furniture.ts';
import { Page } from './page.ts';
import { line, short, template } from './template.ts';

/** One line that is to be seen from across the room. */
export const headline = template({
  use: 'One short line as a poster, with an optional small line above (kicker), a sentence below (detail) and a foot line.',
  parameters: z.object({
    text: line.min(1),
    kicker: short.optional(),
    detail: line.optional(),
    footer: short.optional(),
  }),
  layOut({ text, kicker, detail, footer }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, text);
    const { type, gap, accent, floor, margin } = page.theme;
    let box = putFooter(page, page.content, footer);
    const bar = Math.max(3, Math.round(type.body / 4));
    page.rule('bar', { x: box.x, y: box.y, width: Math.min(box.width, 3 * margin), height: bar }, accent);
    box = below(box, box.y + bar + gap);
    if (kicker)
      box = below(
        box,
        putKicker(page, 'kicker', kicker, { ...box, height: Math.round(type.small * 1.4) }) +
          Math.round(gap / 2),
      );
    const detailStyle = { size: type.lead, smallest: floor, lineHeight: 1.35, maxLines: 3, excerpt: true };
    const detailRoom = detail
      ? Math.min(page.measure(detail, box, detailStyle).bottom - box.y, box.height / 3) + gap
      : 0;
    const style = {
      size: 2 * type.poster,
      smallest: floor,
      weight: 800,
      lineHeight: 1.12,
      balance: true,
      excerpt: true,
    };
    const room = { ...box, height: box.height - detailRoom };
    const measured = page.measure(text, room, style);
    const spare = Math.max(0, room.y + room.height - measured.bottom);
    const top = box.y + Math.round(spare * 0.4);
    const set = { ...style, size: measured.size, smallest: undefined };
    const placed = page.text('text', text, { ...room, y: top, height: measured.bottom - box.y }, set);
    if (detail) page.text('detail', detail, below(box, placed.bottom + gap), detailStyle);
    return page.scene();
  },
});
