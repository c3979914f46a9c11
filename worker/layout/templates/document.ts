import * as z from 'zod';
import { below, joined, putKicker } from './furniture.ts';
import { type Box, Page } from './page.ts';
import { line, type PictureParameter, picture, prose, short, template } from './template.ts';

/** A paper: how it looks and what it says. */
export const document = template({
  use: 'A PDF or a long file: a picture of its first page beside its title and a summary.',
  parameters: z.object({
    title: line.min(1),
    summary: prose.optional(),
    image: picture.optional(),
    pages: z.int().min(1).nullish(),
    author: short.optional(),
    /** What kind of file it is: `PDF`. */
    kind: short.optional(),
    footer: short.optional(),
  }),
  layOut({ title, summary, image, pages, author, kind, footer }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title);
    const { type, gap, floor } = page.theme;
    const box = page.content;
    const wide = viewport.width > 1.4 * viewport.height && box.width > 14 * type.body;
    const tall = !wide && box.height > 14 * type.body && box.width > 14 * type.body;
    const sheet = image && (wide || tall) ? putSheet(page, image, box, wide) : null;
    const beside = sheet ? { ...box, x: sheet.right, width: box.x + box.width - sheet.right } : box;
    const head = sheet && !wide ? { ...beside, height: sheet.bottom - box.y } : beside;

    const kicker = joined(kind, pages ? `${pages} ${pages === 1 ? 'page' : 'pages'}` : null);
    const top = putKicker(page, 'kicker', kicker, { ...head, height: Math.round(type.small * 1.4) });
    const roomy = box.height > 8 * type.body;
    const last = joined(author, footer);
    const foot = last !== '' && roomy ? Math.round(type.small * 1.3) + gap : 0;
    const share = head === beside && summary && roomy ? 0.5 : 1;
    const placed = page.text(
      'title',
      title,
      { ...below(head, top), height: (head.y + head.height - top) * share },
      {
        size: box.height > 14 * type.body && beside.width > 13 * type.body ? type.head : type.title,
        smallest: Math.max(floor, type.body),
        weight: 700,
        lineHeight: 1.2,
        balance: true,
        excerpt: true,
      },
    );
    const body = head === beside ? beside : box;
    let bottom = head === beside ? placed.bottom : (sheet?.bottom ?? placed.bottom) + Math.round(gap / 2);
    if (summary && roomy) {
      const rest = below(body, bottom + gap);
      bottom = page.text(
        'summary',
        summary,
        { ...rest, height: rest.height - foot },
        {
          size: type.lead,
          smallest: Math.max(floor, type.small),
          lineHeight: 1.4,
          excerpt: true,
        },
      ).bottom;
    }
    if (foot > 0) {
      page.text(
        'author',
        last,
        { ...below(body, bottom + gap), height: Math.round(type.small * 1.4) },
        {
          size: type.small,
          weight: 600,
          maxLines: 1,
          excerpt: true,
        },
      );
    }
    return page.scene();
  },
});

/**
 * The first page as a sheet with an edge and a shadow, at the start side: as high as the page beside the text of a
 * wide one, else beside the title. Returns where the text may begin.
 */
function putSheet(
  page: Page,
  image: PictureParameter,
  box: Box,
  wide: boolean,
): { right: number; bottom: number } {
  const { ink, hairline, margin } = page.theme;
  const shadow = 3 * hairline;
  const width = Math.floor(box.width * (wide ? 0.4 : 0.36)) - shadow;
  const height = Math.floor(box.height * (wide ? 1 : 0.46)) - shadow;
  const scale = Math.min(width / image.width, height / image.height);
  const own = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
  const y = wide ? box.y + ((height - own.height) >> 1) : box.y;
  page.rect('shadow', { x: box.x + shadow, y: y + shadow, ...own }, { fill: ink });
  page.rect('sheet', { x: box.x, y, ...own }, { fill: '#ffffff' });
  page.image('image', image.fileId, { x: box.x, y, ...own }, 'contain');
  page.rect('edge', { x: box.x, y, ...own }, { stroke: ink, strokeWidth: hairline });
  const beside = Math.round(wide ? margin : margin * 0.8);
  return { right: box.x + own.width + shadow + beside, bottom: y + own.height + shadow };
}
