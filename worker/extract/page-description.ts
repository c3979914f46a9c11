import { isProse } from '#shared/is-prose.ts';
import { isNotice } from './drop-notices.ts';
import { type HtmlFacts, longText } from './html-facts.ts';
import { factsOfParts, isOfParts, ownWords, repeatsTitle } from './own-words.ts';
import type { PageData } from './page-data.ts';

export interface Descriptions {
  facts: HtmlFacts;
  data: PageData | null;
  /** What a post or a shop says, which precedes all others. */
  said: string | null;
  /** The first paragraph that Readability found. */
  excerpt: string | null;
  siteName: string | null;
  url: string;
}

/**
 * What a page says of its subject: metadata of a thing that is offered describe it, while the description of its page advertises
 * the site. That of an article is its lead, unless it is the title again, a notice, or facts side by side.
 */
export function pageDescription({ facts, data, said, excerpt, siteName, url }: Descriptions): string | null {
  const ofData = longText(data?.description);
  const isOffer = data?.about.kind === 'product' || data?.about.kind === 'event' || data?.isJob === true;
  const offered = isOffer && ofData && isProse(ofData) ? ofData : null;
  const isUsable = (text: string | null) =>
    text !== null && !isNotice(text, facts.title) && !repeatsTitle(text, facts.title);
  const described = isUsable(facts.description) ? facts.description : null;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const first = isUsable(excerpt) && excerpt && isProse(excerpt) ? excerpt : null;
  const found =
    described && isOfParts(described)
      ? (ofData ?? factsOfParts(described, [siteName ?? '', host]))
      : (described ?? ofData ?? first);
  return ownWords(said ?? offered ?? found);
}
