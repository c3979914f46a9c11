import * as z from 'zod';
import { fittingText } from './own-words.ts';
import { Page } from './page.ts';
import { putMosaic } from './put-mosaic.ts';
import { defineTemplate, furtherPictures, lineText, pictureSchema, shortText } from './template.ts';

const parameters = z.object({
  images: z.array(pictureSchema).min(2).max(9),
  title: shortText.optional(),
  caption: lineText.optional(),
  more: furtherPictures,
  language: shortText.optional(),
});
type Gallery = z.output<typeof parameters>;

/** Share of the page that words may take. */
const MAX_BAND = 0.45;

/** Several pictures side by side. */
export const gallery = defineTemplate({
  use: 'Two to nine photographs on one page, with an optional title and caption.',
  parameters,
  layOut(given, viewport, colorMode) {
    const { images, title, caption, more, language } = given;
    const page = new Page(viewport, colorMode, title || caption, language);
    const room = { x: 0, y: 0, width: viewport.width, height: viewport.height - putWords(page, given) };
    putMosaic(page, images, room, more);
    return page.scene();
  },
});

/** Puts title and caption at the bottom of the page. Returns their height. */
function putWords(page: Page, { title, caption }: Gallery): number {
  const { type, gap, floor } = page.theme;
  const { height } = page.viewport;
  const shared = { smallest: floor };
  const styles = [
    { id: 'title', text: title, style: { ...shared, size: type.lead, weight: 700, lineHeight: 1.25 } },
    {
      id: 'caption',
      text: caption,
      style: { ...shared, size: title ? type.small : type.body, lineHeight: 1.35 },
    },
  ].flatMap(({ text, ...rest }) => (text ? [{ text, ...rest }] : []));
  if (styles.length === 0) return 0;
  const column = { ...page.content, y: 0, height: 100 * height };
  const needed = styles.reduce((sum, { text, style }) => sum + page.measure(text, column, style).bottom, 0);
  const band = Math.min(needed + 2 * gap, Math.floor(height * MAX_BAND));
  let y = height - band + gap;
  for (const { id, text, style } of styles) {
    const room = { ...column, y, height: height - gap - y };
    y = page.text(id, fittingText(page, text, room, style), room, style).bottom;
  }
  return band;
}
