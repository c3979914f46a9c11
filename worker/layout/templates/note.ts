import * as z from 'zod';
import { below, putFooter } from './furniture.ts';
import { Page } from './page.ts';
import { prose, short, template } from './template.ts';

/** Letters of a text that can stand as large as there is room. */
const FEW = 120;

/** Words for their own sake, as large as they fit. */
export const note = template({
  use: 'A short message or any plain text: set as large as it fits; long text is shortened at the end.',
  parameters: z.object({ text: prose.min(1), title: short.optional(), footer: short.optional() }),
  layOut({ text, title, footer }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title || text);
    const { type, floor, gap } = page.theme;
    let box = putFooter(page, page.content, footer);
    if (title) {
      const placed = page.text(
        'title',
        title,
        { ...box, height: box.height / 2 },
        {
          size: type.title,
          smallest: type.body,
          weight: 700,
          lineHeight: 1.2,
          maxLines: 2,
          balance: true,
          excerpt: true,
        },
      );
      box = below(box, placed.bottom + gap);
    }
    const few = text.length <= FEW;
    const style = {
      size: few ? (title ? type.display : type.poster) : type.head,
      smallest: floor,
      weight: few && !title ? 700 : 400,
      lineHeight: few ? 1.2 : 1.38,
      excerpt: true,
      balance: few,
    };
    const measured = page.measure(text, box, style);
    // A little above the middle, where the eye looks for it; under a title from the top.
    const spare = box.y + box.height - measured.bottom;
    const top = title ? box.y : box.y + Math.round(spare * 0.45);
    page.text(
      'text',
      text,
      { ...box, y: top, height: measured.bottom - box.y },
      { ...style, size: measured.size, smallest: undefined },
    );
    return page.scene();
  },
});
