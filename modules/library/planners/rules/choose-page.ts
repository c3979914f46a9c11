import { clipLine } from '../clip-text.ts';
import type { PlanAction, PlannedAsset, PlanRequest } from '../planner.ts';
import type { PageCandidate, PageScope } from './page-candidate.ts';
import { pagesOf } from './page-of-several.ts';
import { dayWords, nameOf } from './page-words.ts';
import type { Placement } from './place-contents.ts';

/** The best page that the templates at hand can make of what is to be shown here, and why that one. */
export function choosePage(
  request: PlanRequest,
  { displayId, viewport, contents }: Placement,
): { action: PlanAction; why: string } {
  const { title, now, timeZone, templates } = request;
  const scope: PageScope = { viewport, now, timeZone, title };
  const name = pageTitle(request, contents);
  const candidates = [...pagesOf(contents, scope), lastResort(name)];
  const usable = (page: PageCandidate) =>
    templates.some((one) => one.name === page.template && one.parameters.safeParse(page.parameters).success);
  const page = candidates.find(usable) ?? lastResort(name);
  const { template, parameters, why } = page;
  return { action: { displayId, template, parameters, title: name }, why };
}

function lastResort(name: string): PageCandidate {
  return { template: 'note', parameters: { text: name }, why: 'nothing to make a page of' };
}

/** Every page has a title: the owner's, else that of what it shows. */
function pageTitle({ title, now, timeZone }: PlanRequest, contents: PlanRequest['contents']): string {
  const [first, ...others] = contents;
  const own = title ?? (others.length === 0 ? first?.title : null);
  const names = first?.assets.flatMap((asset: PlannedAsset) => nameOf(asset) ?? []) ?? [];
  const found = others.length === 0 ? names[0] : undefined;
  return clipLine(own ?? '', 200) || clipLine(found ?? '', 200) || dayWords(now, timeZone);
}
