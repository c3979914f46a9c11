import * as z from 'zod';
import { blockSchema, type FlowBlock } from './flow/parts-of-blocks.ts';
import { boxBelow, fitsKicker, joinFacts, oneLineAt, putKicker } from './furniture.ts';
import { fittingText, putOwnWords } from './own-words.ts';
import type { Box } from './page.ts';
import { Page } from './page.ts';
import { putExcerpt } from './put-excerpt.ts';
import { putLead } from './put-lead.ts';
import { putReadOn, putReadOnBeside, putReadOnInCorner } from './put-read-on.ts';
import { codeUrl, defineTemplate, lineText, pictureSchema, proseText, shortText } from './template.ts';

const parameters = z.object({
  /** Empty when there are only the owner's words. */
  title: lineText.min(1).optional(),
  /** The lead. */
  summary: proseText.optional(),
  /**
   * The text after the lead in its own structure, or all of it. What does not fit is counted. Not for models, which write a
   * summary: its schema would take the room of their material.
   */
  blocks: z.array(blockSchema).max(400).optional().meta({ forRules: true }),
  /** Words that were left out before; counted with those that do not fit. */
  omitted: z.int().min(0).optional().meta({ forRules: true }),
  siteName: shortText.optional(),
  author: shortText.optional(),
  /** The site as shown to the reader. */
  date: shortText.optional(),
  url: codeUrl,
  image: pictureSchema.optional(),
  /** Facts, each on a line of its own: time, place, price. */
  facts: z.array(lineText).max(4).optional(),
  /** The owner's comment, which comes first. */
  note: proseText.optional(),
  /** State of an event that is cancelled or of a product that is sold out. */
  status: z.enum(['cancelled', 'postponed', 'sold_out']).optional(),
  language: shortText.optional(),
});
type Article = z.output<typeof parameters>;

/** A linked article: title, lead, facts and a QR code of its address. */
export const article = defineTemplate({
  use: 'An article or a web page: title, summary, source, lead picture, and a QR code to it.',
  parameters: parameters.refine(({ title, note }) => title || note, 'a title or a note is needed'),
  layOut(article, viewport, colorMode) {
    const page = new Page(viewport, colorMode, article.note || article.title, article.language);
    const { image, url } = article;
    const { text, under } = image ? putLead(page, image, viewport) : { text: page.content };
    const isUnder = under !== undefined && putReadOn(page, under, url, 'alone') !== under;
    const { note } = article;
    const corner = image || note ? null : putReadOnInCorner(page, text, url);
    let box = isUnder || corner ? text : putReadOn(page, text, url);
    const hasCode = isUnder || corner !== null || box !== text;
    if (note) box = putOwnWords(page, box, note, { areAll: article.title === undefined });
    if (!hasCode) box = putReadOnBeside(page, box, url);
    if (article.title) putMatter(page, box, article, { title: article.title, corner });
    return page.scene();
  },
});

interface Matter {
  title: string;
  /** The part of the box that the code has taken. */
  corner: Box | null;
}

function putMatter(page: Page, box: Box, article: Article, { title, corner }: Matter): void {
  const { type, floor, gap } = page.theme;
  const beside = corner ? { x: box.x, width: corner.x - 2 * gap - box.x } : {};
  const { note, author, siteName, date, blocks = [] } = article;
  const hasText = article.summary !== undefined || blocks.length > 0;
  const line = oneLineAt(box, box.y, type.small);
  const all = joinFacts(siteName, author, date);
  const isOneLine = fitsKicker(page, all, line);
  const hasByline = !isOneLine && box.height > 14 * type.body;
  // Without room beside the site, the day stands beside the author. A low page has the one that fits.
  const isWide = fitsKicker(page, joinFacts(siteName, date), line);
  const source = isOneLine
    ? all
    : isWide || !hasByline
      ? joinFacts(siteName, date)
      : (siteName ?? date ?? '');
  // A name that is too long for one line takes two.
  const isLong = box.height > 8 * type.body && !fitsKicker(page, source, line);
  const top = putKicker(page, 'kicker', source, isLong ? { ...line, height: 2 * line.height } : line);
  const byline = hasByline ? joinFacts(author, isWide || !siteName ? null : date) : '';
  const bylineStyle = { size: type.small, weight: 600, maxLines: 2, excerpt: true };
  // Without room for both on one line, the date stands below the author.
  const bylineLines =
    byline && page.measure(byline, { ...line, ...beside }, { ...bylineStyle, maxLines: 1 }).cut ? 2 : 1;
  const bylineRoom = byline ? Math.round(type.small * 1.4) * bylineLines + gap : 0;
  const room = { ...box, y: top, height: box.y + box.height - top - bylineRoom };
  const whole = { ...room, height: room.height * (hasText && box.height > 8 * type.body ? 0.5 : 1) };
  const titleStyle = {
    size:
      note || (corner && hasText)
        ? Math.min(type.title, titleSize(page, box, title))
        : titleSize(page, box, title),
    smallest: Math.max(floor, type.body),
    family: 'serif' as const,
    weight: 700,
    lineHeight: 1.18,
    balance: true,
  };
  const isAbove = corner === null || page.measure(title, whole, titleStyle).bottom <= corner.y - gap;
  const titleRoom = isAbove ? whole : { ...whole, ...beside };
  const placed = page.text('title', fittingText(page, title, titleRoom, titleStyle), titleRoom, titleStyle);
  const status = article.status && statusWords(page, article.status);
  const facts = [...(status ? [status] : []), ...(article.facts ?? [])];
  let bottom = putFacts(page, { ...room, ...beside }, placed.bottom, facts);
  const rest = boxBelow({ ...room, ...beside }, bottom + Math.round(gap * 0.8));
  // One line has room for the number of its words.
  if (rest.height >= Math.max(floor, type.small) * 1.38)
    bottom = putExcerpt(page, rest, [...leadOf(article), ...blocks], article.omitted ?? 0);
  if (byline)
    page.text(
      'byline',
      bylineLines === 2 && date ? byline.replace(` · ${date}`, `\n${date}`) : byline,
      boxBelow({ ...box, ...beside }, bottom + gap),
      bylineStyle,
    );
}

function statusWords({ furniture: { phrases } }: Page, status: NonNullable<Article['status']>): string {
  return status === 'sold_out' ? phrases.soldOut : phrases[status];
}

/** The lead as paragraphs. */
function leadOf({ summary = '' }: Article): FlowBlock[] {
  const lines = summary.split('\n').filter((line) => line.trim() !== '');
  return lines.map((text) => ({ kind: 'paragraph', text }));
}

/** Puts all facts at the largest size at which they take less than half of the room. Returns their lower edge. */
function putFacts(page: Page, room: Box, top: number, facts: string[]): number {
  if (facts.length === 0) return top;
  const { type, floor, gap } = page.theme;
  const box = boxBelow(room, top + Math.round(gap * 0.8));
  const smallest = Math.max(floor, type.small);
  const style = { size: type.lead, smallest, weight: 700, lineHeight: 1.3, excerpt: true };
  const text = facts.join('\n');
  return page.text('facts', text, { ...box, height: box.height * 0.75 }, style).bottom;
}

function titleSize({ theme: { type } }: Page, box: Box, title: string): number {
  if (box.height < 14 * type.body) return type.title;
  return title.length > 60 || box.width < 22 * type.body
    ? type.head
    : Math.round((type.head + type.display) / 2);
}
