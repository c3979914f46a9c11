import * as z from 'zod';
import type { Scene } from '../../imaging/scene.ts';
import { createPart } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, kickerStyle, putFooter, putKicker } from './furniture.ts';
import { type Box, Page } from './page.ts';
import { defineTemplate, lineText, shortText } from './template.ts';

/** One line in very large type. */
export const headline = defineTemplate({
  use: 'One short line as a poster, with an optional small line above (kicker), a sentence below (detail) and a foot line.',
  parameters: z.object({
    text: lineText.min(1),
    kicker: shortText.optional(),
    detail: lineText.optional(),
    footer: shortText.optional(),
    language: shortText.optional(),
  }),
  layOut(headline, viewport, colorMode) {
    const { text, kicker = '', detail = '', footer, language } = headline;
    const page = new Page(viewport, colorMode, text, language);
    const { type, gap, accent, floor, least, margin } = page.theme;
    let box = putFooter(page, page.content, footer);
    const kickerRoom = { ...box, height: Math.round(type.small * 1.4) };
    const whole =
      kicker === '' ||
      !page.measure(kicker.toLocaleUpperCase(page.furniture.locale), kickerRoom, kickerStyle(page)).cut;
    if (!whole) return asText(page, headline, box);
    const bar = Math.max(3, Math.round(type.body / 4));
    page.rule('bar', { x: box.x, y: box.y, width: Math.min(box.width, 3 * margin), height: bar }, accent);
    box = boxBelow(box, box.y + bar + gap);
    if (kicker)
      box = boxBelow(
        box,
        putKicker(page, 'kicker', kicker, { ...box, height: Math.round(type.small * 1.4) }) +
          Math.round(gap / 2),
      );
    const detailStyle = { size: type.lead, smallest: floor, lineHeight: 1.35, maxLines: 3 };
    const detailRoom = detail
      ? Math.min(page.measure(detail, box, detailStyle).bottom - box.y, box.height / 3) + gap
      : 0;
    const style = {
      size: 2 * type.poster,
      smallest: least,
      weight: 800,
      lineHeight: 1.12,
      balance: true,
    };
    const room = { ...box, height: box.height - detailRoom };
    const measured = page.measure(text, room, style);
    const detailBox = { ...box, height: Math.max(0, detailRoom - gap) };
    if (measured.cut || (detail !== '' && page.measure(detail, detailBox, detailStyle).cut)) {
      return asText(new Page(viewport, colorMode, text, language), headline, page.content);
    }
    const spare = Math.max(0, room.y + room.height - measured.bottom);
    const top = box.y + Math.round(spare * 0.4);
    const set = { ...style, size: measured.size, smallest: undefined };
    const placed = page.text('text', text, { ...room, y: top, height: measured.bottom - box.y }, set);
    if (detail) page.text('detail', detail, boxBelow(box, placed.bottom + gap), detailStyle);
    return page.scene();
  },
});

interface Headline {
  text: string;
  kicker?: string;
  detail?: string;
}

/** Sets words as text that are too long for a poster. */
function asText(page: Page, { kicker, text, detail }: Headline, box: Box): Scene {
  const parts = [
    ...(kicker ? [createPart(kicker, { weight: 600, lineHeight: 1.25 })] : []),
    createPart(text, { weight: 700, lineHeight: 1.2 }),
    ...(detail ? [createPart(detail)] : []),
  ];
  putFlow(page, parts, box, { most: page.theme.type.head });
  return page.scene();
}
