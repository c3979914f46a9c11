import * as z from 'zod';
import { unwrappedSize } from './choose-size.ts';
import { partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { fitsHeader, putFooter, putHeader } from './furniture.ts';
import { Page } from './page.ts';
import { defineTemplate, pageEnd, shortText } from './template.ts';

/** Lines in a monospaced face with their indentation. */
export const code = defineTemplate({
  use: 'Source code, a log or anything whose columns matter: monospaced, line by line as written.',
  parameters: z.object({
    text: z.string().min(1).max(100_000),
    title: shortText.optional(),
    ...pageEnd,
  }),
  layOut({ text, title = '', footer, language, omitted = 0 }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, title, language);
    let box = putFooter(page, page.content, footer);
    const lines = text.replace(/^\n+/, '').trimEnd().split('\n');
    const blocks = lines.map((line) => ({ kind: 'code' as const, text: line.trimEnd() }));
    const inHeader = fitsHeader(page, box, title);
    if (inHeader) box = putHeader(page, box, title);
    const parts = partsOf(page, inHeader ? blocks : [{ kind: 'heading', text: title }, ...blocks]);
    // Lines that wrap are hard to read: smaller type is preferred while it is legible. A few of many lines may wrap.
    const unwrapped = unwrappedSize(lines, box.width, page.theme);
    putFlow(page, parts, box, {
      most: Math.min(page.theme.type.title, unwrapped),
      least: Math.min(page.theme.least, unwrapped),
      middle: title ? 0 : 0.3,
      more: { items: 0, words: omitted },
    });
    return page.scene();
  },
});
