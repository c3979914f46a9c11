import * as z from 'zod';
import { joinFacts } from './furniture.ts';
import { graphicLook } from './graphic-look.ts';
import { fittingText, putOwnWords } from './own-words.ts';
import { type Box, Page } from './page.ts';
import { cutShare, showWhole } from './put-picture.ts';
import { putSheetParts } from './put-sheet-parts.ts';
import {
  defineTemplate,
  lineText,
  type PictureParameter,
  pictureSchema,
  proseText,
  shortText,
} from './template.ts';

/** The picture of a page, as large as possible; of a high page as much from its top as is legible. */
export const slides = defineTemplate({
  use: 'The first page of a presentation, filling the page, with its name and the number of pages below. A high page whose picture has cuts is shown from its top, at the full width, and what is below is counted.',
  parameters: z.object({
    image: pictureSchema,
    title: lineText.optional(),
    pages: z.int().min(1).nullish(),
    /** The figure that matters most, which may be below the shown part: the sum of an invoice. */
    figure: shortText.optional(),
    /** Words on the following pages, if the image has cuts. */
    omitted: z.int().min(0).optional(),
    footer: shortText.optional(),
    /** The owner's comment, above the page. */
    note: proseText.optional(),
    language: shortText.optional(),
  }),
  layOut({ image, title, pages, figure, omitted = 0, footer, note, language }, viewport, colorMode) {
    const page = new Page(viewport, colorMode, note ?? title ?? footer, language);
    const { type, margin, muted, rule, hairline } = page.theme;
    const band = Math.round(type.small * 2);
    const height = viewport.height - band;
    const frame = { x: 0, y: 0, width: viewport.width, height };
    const head = { ...page.content, height: height - page.content.y };
    const y = note ? putOwnWords(page, head, note).y : 0;
    const room = { ...frame, y, height: height - y };
    const below = image.cuts?.length ? putSheetParts(page, 'image', image, room) : null;
    if (below === null) putWhole(page, image, room);
    const left = (below?.words ?? 0) + omitted;
    page.rule('edge', { ...frame, y: height, height: hairline }, rule);
    const line = {
      x: margin,
      y: height + Math.round((band - type.small * 1.3) / 2),
      width: viewport.width - 2 * margin,
      height: Math.round(type.small * 1.35),
    };
    const style = { size: type.small, maxLines: 1, excerpt: true };
    const { furniture } = page;
    const whole = pages && pages > 1 ? `${furniture.number(1)} / ${furniture.number(pages)}` : '';
    if (left > 0) page.leaveOut({ words: left, signs: 0 });
    page.settle();
    const { continues } = furniture.phrases;
    const more =
      left > 0
        ? `${continues} · ${furniture.moreWords(left)}`
        : below?.continues && !isRead(image)
          ? continues
          : null;
    const count = joinFacts(figure, more, whole);
    const wanted = count === '' ? 0 : page.measure(count, line, style).width + margin;
    const named = { ...line, width: line.width - wanted };
    const bold = { ...style, weight: 600 };
    if (title) page.text('title', fittingText(page, title, named, bold), named, bold);
    else if (footer) page.text('footer', footer, named, bold);
    if (count) page.text('pages', count, line, { ...style, align: 'end', color: more ? undefined : muted });
    return page.scene();
  },
});

/** Whether the words of a picture were read. */
const isRead = ({ cuts = [] }: PictureParameter) => cuts.some(({ words }) => words > 0);

/** If at least this share of the frame is beside a high page, it is filled with a backdrop. */
const MIN_BACKDROP_SHARE = 0.25;

function putWhole(page: Page, image: PictureParameter, room: Box): void {
  const isHigh = image.height > image.width;
  if (isHigh && cutShare(image, room) >= MIN_BACKDROP_SHARE) showWhole(page, 'image', image, room);
  else page.image('image', image.fileId, room, 'contain', graphicLook(image, room));
}
