import * as z from 'zod';
import { putKicker } from './furniture.ts';
import { Page } from './page.ts';
import { defineTemplate, lineText, shortText } from './template.ts';

/** The page of a link of which only the address is known. */
export const link = defineTemplate({
  use: 'A link of which nothing could be read: its address in words and as a QR code.',
  parameters: z.object({ url: z.url().max(2048), title: lineText.optional(), kicker: shortText.optional() }),
  layOut({ url, title, kicker }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title);
    const { type, gap, floor, muted } = page.theme;
    const { hostname, pathname, search } = new URL(url);
    const host = hostname.replace(/^www\./, '');
    const wide = viewport.width > 1.25 * viewport.height;
    let box = page.content;
    const room = wide
      ? Math.min(box.height, Math.round(box.width * 0.36))
      : Math.round(Math.min(box.width, box.height * 0.55));
    const where = wide
      ? { ...box, y: box.y + ((box.height - room) >> 1), height: room }
      : { ...box, y: box.y + box.height - room, height: room };
    const roomy = room >= 5 * type.body;
    const side = roomy
      ? page.code(
          url,
          { ...where, x: wide ? box.x + box.width - room : box.x, width: room },
          wide ? 'end' : 'start',
        )
      : 0;
    if (side > 0)
      box = wide
        ? { ...box, width: box.width - side - 3 * gap }
        : { ...box, height: box.height - side - 2 * gap };
    const name = title ?? host;
    const rest = title ? `${host}${pathname}` : `${pathname}${search}`;
    const titleStyle = {
      size: type.display,
      smallest: floor,
      weight: 700,
      lineHeight: 1.18,
      excerpt: true,
      balance: true,
    };
    const kickerHeight = kicker ? Math.round(type.small * 1.7) : 0;
    const addressHeight =
      rest.length > 1 && box.height > 7 * type.body ? Math.round(type.body * 1.4 * 2) + gap : 0;
    const titleRoom = { ...box, height: Math.max(floor * 1.3, box.height - kickerHeight - addressHeight) };
    const measured = page.measure(name, titleRoom, titleStyle);
    const used = measured.bottom - box.y + kickerHeight + addressHeight;
    let y = box.y + (wide ? Math.max(0, Math.round((box.height - used) * 0.45)) : 0);
    if (kicker) y = putKicker(page, 'kicker', kicker, { ...box, y, height: Math.round(type.small * 1.4) });
    y = page.text(
      'title',
      name,
      { ...box, y, height: measured.bottom - box.y },
      { ...titleStyle, size: measured.size, smallest: undefined },
    ).bottom;
    if (addressHeight > 0) {
      page.text(
        'address',
        rest,
        { ...box, y: y + gap, height: box.y + box.height - y - gap },
        {
          size: type.body,
          smallest: floor,
          color: muted,
          maxLines: 2,
          excerpt: true,
        },
      );
    }
    return page.scene();
  },
});
