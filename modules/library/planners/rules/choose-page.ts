import { clipLine } from '../clip-text.ts';
import type { PlanAction, PlanRequest } from '../planner.ts';
import { zoneOfPage } from '../zone-of-page.ts';
import type { PageCandidate, PageScope } from './page-candidate.ts';
import { pagesOf } from './page-of-several.ts';
import { dayWords, firstWords, nameOf } from './page-words.ts';
import type { Placement } from './place-contents.ts';

/** The best page for a placement with the given templates, and the reason. */
export function choosePage(
  request: PlanRequest,
  { displayId, viewport, contents }: Placement,
): { action: PlanAction; why: string } {
  const { title, now, language, templates } = request;
  const timeZone = zoneOfPage(request, displayId);
  const scope: PageScope = { viewport, now, timeZone, language, title };
  const single = contents.length === 1 ? contents[0] : undefined;
  const ownersTitle = clipLine(title ?? single?.title ?? '', 200);
  const names = single?.assets.flatMap((asset) => nameOf(asset) ?? []) ?? [];
  const assetName = clipLine(names[0] ?? '', 200);
  const fallbackTitle = ownersTitle || assetName || dayWords(now, timeZone, language ?? undefined);
  const usable = (page: PageCandidate) =>
    templates.some((one) => one.name === page.template && one.parameters.safeParse(page.parameters).success);
  const page = pagesOf(contents, scope).find(usable) ?? fallbackPage(fallbackTitle);
  const { template, why } = page;
  const parameters = { ...(language && { language }), ...page.parameters };
  const name = ownersTitle || leadingText(page) || fallbackTitle;
  return { action: { displayId, template, parameters, title: name }, why };
}

function fallbackPage(text: string): PageCandidate {
  return { template: 'note', parameters: { text }, why: 'nothing to make a page of' };
}

/** The first text of a page, as its title if the owner gave none. */
function leadingText({ parameters: { title, caption, text } }: PageCandidate): string {
  const leading = [title, caption, text].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof leading === 'string' ? firstWords(leading, leading === title ? 200 : undefined) : '';
}
