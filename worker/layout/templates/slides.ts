import * as z from 'zod';
import { fitting } from './own-words.ts';
import { Page } from './page.ts';
import { line, picture, short, template } from './template.ts';

/** A page that is wider than high: shown as it is, as large as can be. */
export const slides = template({
  use: 'The first page of a presentation, filling the page, with its name and the number of pages below.',
  parameters: z.object({
    image: picture,
    title: line.optional(),
    pages: z.int().min(1).nullish(),
    footer: short.optional(),
    language: short.optional(),
  }),
  layOut({ image, title, pages, footer, language }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title, language);
    const { type, margin, muted, rule, hairline } = page.theme;
    const band = Math.round(type.small * 2);
    const height = viewport.height - band;
    page.image('image', image.fileId, { x: 0, y: 0, width: viewport.width, height }, 'contain');
    page.rule('edge', { x: 0, y: height, width: viewport.width, height: hairline }, rule);
    const line = {
      x: margin,
      y: height + Math.round((band - type.small * 1.3) / 2),
      width: viewport.width - 2 * margin,
      height: Math.round(type.small * 1.35),
    };
    const style = { size: type.small, maxLines: 1, excerpt: true };
    const count = pages && pages > 1 ? `${page.furniture.number(1)} / ${page.furniture.number(pages)}` : '';
    const room = count === '' ? 0 : page.measure(count, line, style).width + margin;
    const name = title ?? footer;
    const named = { ...line, width: line.width - room };
    const bold = { ...style, weight: 600 };
    if (name) page.text('title', fitting(page, name, named, bold), named, bold);
    if (count) page.text('pages', count, line, { ...style, align: 'end', color: muted });
    return page.scene();
  },
});
