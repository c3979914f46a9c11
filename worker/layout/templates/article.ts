import * as z from 'zod';
import { joined, putKicker } from './furniture.ts';
import type { Box } from './page.ts';
import { Page } from './page.ts';
import { line, type PictureParameter, picture, prose, short, template } from './template.ts';
import type { Viewport } from './theme.ts';

const parameters = z.object({
  title: line.min(1),
  summary: prose.optional(),
  siteName: short.optional(),
  author: short.optional(),
  /** As it is to be read. */
  date: short.optional(),
  /** What the QR code opens. */
  url: z.url().max(2048).optional(),
  image: picture.optional(),
});
type Article = z.output<typeof parameters>;

/** Share of a page beside or above the text that goes to the picture. */
const BESIDE = 0.4;
const ABOVE = 0.42;

/** Something to read elsewhere: what it is about, and the way there. */
export const article = template({
  use: 'An article or a web page: title, summary, source, lead picture, and a QR code to it.',
  parameters,
  layOut(article, viewport, colorMode) {
    const page = new Page(viewport, colorMode, article.title);
    let box = page.content;
    if (article.image) box = putPicture(page, box, article.image, viewport);
    box = putCode(page, box, article);
    const { type, floor, gap } = page.theme;
    const kicker = joined(article.siteName, article.date);
    const top = putKicker(page, 'kicker', kicker, { ...box, height: Math.round(type.small * 1.4) });
    const byline = article.author && box.height > 14 * type.body ? article.author : '';
    const bylineRoom = byline ? Math.round(type.small * 1.4) + gap : 0;
    const room = { ...box, y: top, height: box.y + box.height - top - bylineRoom };
    const titleShare = article.summary && box.height > 8 * type.body ? 0.5 : 1;
    const title = page.text(
      'title',
      article.title,
      { ...room, height: room.height * titleShare },
      {
        size: titleSize(page, box, article.title),
        smallest: Math.max(floor, type.body),
        family: 'serif',
        weight: 700,
        lineHeight: 1.18,
        balance: true,
        excerpt: true,
      },
    );
    const rest = { ...room, y: title.bottom + gap, height: room.y + room.height - title.bottom - gap };
    let bottom = title.bottom;
    if (article.summary && rest.height >= 2 * type.small * 1.4) {
      bottom = page.text('summary', article.summary, rest, {
        size: type.lead,
        smallest: Math.max(floor, type.small),
        lineHeight: 1.4,
        excerpt: true,
      }).bottom;
    }
    if (byline) {
      page.text(
        'byline',
        byline,
        { ...box, y: bottom + gap, height: Math.round(type.small * 1.4) },
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

function titleSize({ theme: { type } }: Page, box: Box, title: string): number {
  if (box.height < 14 * type.body) return type.title;
  return title.length > 60 || box.width < 22 * type.body
    ? type.head
    : Math.round((type.head + type.display) / 2);
}

/** To the edge of the page: at the end side when the page is wide, else along the top. */
function putPicture(page: Page, box: Box, image: PictureParameter, { width, height }: Viewport): Box {
  const { margin } = page.theme;
  if (width > 1.25 * height) {
    const own = Math.round(width * BESIDE);
    page.image('image', image.fileId, { x: width - own, y: 0, width: own, height }, 'cover');
    return { ...box, width: width - own - margin - Math.round(margin * 0.8) };
  }
  const own = Math.round(height * ABOVE);
  page.image('image', image.fileId, { x: 0, y: 0, width, height: own }, 'cover');
  const y = own + Math.round(margin * 0.7);
  return { ...box, y, height: height - y - margin };
}

/** At the foot, with the host beside it; only where a telephone could read it and the text can spare the room. */
function putCode(page: Page, box: Box, { url }: Article): Box {
  const { type, gap, muted, floor } = page.theme;
  const room = Math.round(type.body * 4.4);
  if (!url || box.height < 3.2 * room || box.width < 2.5 * room) return box;
  const y = box.y + box.height - room;
  // The code grows from the corner: measured first, then set at the foot of the page.
  const side = page.code(url, { x: box.x, y, width: room, height: room }, 'start');
  if (side === 0) return box;
  const top = box.y + box.height - side;
  const x = box.x + side + 2 * gap;
  const lineHeight = Math.round(type.small * 1.35);
  page.text(
    'code-label',
    'Read on',
    { x, y: top + ((side - 2 * lineHeight) >> 1), width: box.x + box.width - x, height: lineHeight },
    {
      size: type.small,
      weight: 700,
      maxLines: 1,
    },
  );
  page.text(
    'code-host',
    new URL(url).hostname.replace(/^www\./, ''),
    { x, y: top + (side >> 1), width: box.x + box.width - x, height: lineHeight },
    {
      size: type.small,
      smallest: floor,
      color: muted,
      maxLines: 1,
      excerpt: true,
    },
  );
  return { ...box, height: box.height - side - Math.round(1.6 * gap) };
}
