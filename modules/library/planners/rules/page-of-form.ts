import type { Digest } from '#worker/extract/digest.ts';
import { withoutTitle } from './flow-blocks.ts';
import type { PageCandidate, PageScope, Subject } from './page-candidate.ts';
import { furniture, language, omitted, some } from './page-parameters.ts';
import { filenameOf } from './page-words.ts';

/** Pages of material with a form of its own: data, recipes, calendars, conversations, code. */

/** What the owner calls it and what it calls itself. */
export function bothTitles(title: string | null, own: string | null): string | null {
  return title && own && !title.includes(own) ? `${title} · ${own}` : (title ?? own);
}

/** Names and values, in groups where there are headings. */
function pairsOf(digest: Digest, title: string | null): { key: string; value: string }[] {
  let group = '';
  return withoutTitle(digest, title).flatMap((block) => {
    if (block.kind === 'heading') group = `${block.text} › `;
    return block.kind === 'pair' ? [{ key: `${group}${block.key}`, value: block.value }] : [];
  });
}

export function table({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate {
  const { lead, title: own } = asset.digest;
  const pairs = pairsOf(asset.digest, own);
  const [main] = lead === null ? [] : pairs.filter(({ key }) => key === lead);
  const parameters = {
    ...some('title', bothTitles(title, own), 200),
    ...(main && { lead: main }),
    pairs: pairs.filter((pair) => pair !== main),
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return { template: 'table', parameters, why: 'names and values' };
}

export function gridPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { digest } = asset;
  const rows = digest.blocks.find((block) => block.kind === 'table');
  const others = withoutTitle(digest, digest.title).filter((block) => block !== rows);
  if (!rows) return [];
  const facts = others.filter((block) => block.kind === 'pair').map(({ key, value }) => `${key}: ${value}`);
  const headings = others.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const heading = [bothTitles(title, digest.title), ...headings].filter(Boolean).join(' · ');
  const main = others.find((block) => block.kind === 'pair' && block.key === digest.lead);
  const lead = main?.kind === 'pair' ? { key: main.key, value: main.value } : null;
  const fact = facts.filter((one) => one !== `${lead?.key}: ${lead?.value}`).join(' · ');
  if (heading.length > 200 || fact.length > 400) return [];
  const parameters = {
    ...some('title', heading, 200),
    ...some('facts', fact, 400),
    ...(lead && { lead }),
    ...(rows.header && { header: rows.header }),
    rows: rows.rows,
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'grid', parameters, why: 'rows and columns' }];
}

export function recipePage({ asset, title }: Subject): PageCandidate[] {
  const block = asset.digest.blocks.find((one) => one.kind === 'recipe');
  if (!block) return [];
  const { title: own, ...recipe } = block.recipe;
  const notes = title && own && own !== title ? [own, ...recipe.notes] : recipe.notes;
  const parameters = {
    ...some('title', title ?? own, 200),
    ...recipe,
    notes,
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'recipe', parameters, why: 'a recipe' }];
}

export function agendaPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { blocks, title: own, omitted: words, omittedItems } = asset.digest;
  const events = blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  if (events.length === 0) return [];
  const parameters = {
    ...some('title', bothTitles(title, own), 200),
    events,
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...(words > 0 && { omitted: words, omittedEvents: omittedItems }),
  };
  return [{ template: 'agenda', parameters, why: 'events' }];
}

export function chatPage({ asset, title }: Subject): PageCandidate[] {
  const messages = asset.digest.blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  const parameters = {
    ...some('title', bothTitles(title, asset.digest.title), 200),
    messages,
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'chat', parameters, why: 'a conversation' }];
}

export function codePage({ asset, title }: Subject): PageCandidate[] {
  const { digest } = asset;
  const text = withoutTitle(digest, title)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join('\n\n');
  const parameters = {
    text,
    ...some('title', title ?? digest.title ?? filenameOf(asset), 200),
    ...language(asset),
    ...omitted(asset),
  };
  return [{ template: 'code', parameters, why: 'code' }];
}
