import type { PlannedContent, PlannedDisplay, PlanRequest } from '../planner.ts';
import { rankDisplays, rankingReason } from './rank-displays.ts';
import { type Routing, readIntent } from './read-intent.ts';

/** A page to make: where, how large, and of what. */
export interface Placement {
  displayId: string | null;
  viewport: { width: number; height: number };
  contents: PlannedContent[];
}

export interface Placing {
  placements: Placement[];
  reasons: string[];
  /** Displays among which nothing but their state decided, although the owner said something. */
  undecided: PlannedDisplay[];
}

/** What pages are made of: what was named, else the history, newest first. */
export function shownContents({ contents }: PlanRequest): PlannedContent[] {
  const named = contents.filter(({ role }) => role === 'input');
  if (named.length > 0) return named;
  return [...contents].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * Which contents go where. Only the owner's own words and the state of the displays decide, never what the
 * material says.
 * @param preferred displays for what the owner's words do not place, when the caller knows better than their state
 */
export function placeContents(request: PlanRequest, preferred: string[] = []): Placing {
  const { routing, displays } = request;
  const shown = shownContents(request);
  if (routing.kind === 'output') {
    const placements = [{ displayId: null, viewport: routing.viewport, contents: shown }];
    return { placements, reasons: ['one page for the output profile'], undecided: [] };
  }
  if (routing.kind === 'all') {
    const placements = displays.map((display) => placement(display, shown));
    return { placements, reasons: ['every display that was named'], undecided: [] };
  }
  return choose(request, shown, preferred);
}

function choose(request: PlanRequest, shown: PlannedContent[], preferred: string[]): Placing {
  const { displays } = request;
  const reasons: string[] = [];
  const pages = new Map<string, PlannedContent[]>();
  const add = (targets: PlannedDisplay[], contents: PlannedContent[]) => {
    for (const { id } of new Set(targets)) pages.set(id, [...(pages.get(id) ?? []), ...contents]);
  };
  const overall = readIntent(request.intent ?? '', displays);
  const excluded = new Set(overall.excluded);
  let loose: PlannedContent[] = [];
  if (namesDisplays(overall)) add(targetsOf(overall, request, shown, reasons), shown);
  else {
    for (const content of shown) {
      const wish = readIntent(ownIntent(content), displays);
      if (namesDisplays(wish)) add(targetsOf(wish, request, [content], reasons), [content]);
      else {
        loose = [...loose, content];
        for (const id of wish.excluded) excluded.add(id);
      }
    }
  }
  let undecided: PlannedDisplay[] = [];
  if (loose.length > 0 || shown.length === 0) {
    const allowed = displays.filter(({ id }) => !excluded.has(id));
    const candidates = allowed.length > 0 ? allowed : displays;
    const wanted = candidates.filter(({ id }) => preferred.includes(id));
    const [best] = rankDisplays(candidates, titlesOf(request, loose));
    add(wanted.length > 0 ? wanted : best ? [best] : [], loose);
    if (wanted.length > 0) reasons.push('the owner seems to mean this display');
    else if (best) reasons.push(`the best display for it: ${rankingReason(best)}`);
    const said = request.intent !== null || loose.some((content) => ownIntent(content) !== '');
    if (said && candidates.length > 1) undecided = candidates;
  }
  const placements = displays.flatMap((display) => {
    const contents = pages.get(display.id);
    return contents ? [placement(display, contents)] : [];
  });
  return { placements, reasons, undecided };
}

function namesDisplays({ named, everywhere }: Routing): boolean {
  return everywhere || named.length > 0;
}

/** Names that mean the same displays narrow each other down ("the upstairs kitchen"); others add up. */
function targetsOf(
  { named, everywhere, excluded }: Routing,
  request: PlanRequest,
  contents: PlannedContent[],
  reasons: string[],
): PlannedDisplay[] {
  const kept = (displays: PlannedDisplay[]) => displays.filter(({ id }) => !excluded.has(id));
  if (everywhere) {
    reasons.push('the owner asks for every display');
    return kept(request.displays).length > 0 ? kept(request.displays) : request.displays;
  }
  const groups: { displays: PlannedDisplay[]; all: boolean }[] = [];
  for (const { words, displays, all } of named) {
    reasons.push(`the owner names "${words}"`);
    const same = groups.find((group) => group.displays.some((one) => displays.includes(one)));
    if (!same) groups.push({ displays: kept(displays).length > 0 ? kept(displays) : displays, all });
    else {
      same.displays = same.displays.filter((one) => displays.includes(one));
      same.all ||= all;
    }
  }
  const titles = titlesOf(request, contents);
  return groups.flatMap(({ displays, all }) => (all ? displays : rankDisplays(displays, titles).slice(0, 1)));
}

/** What a content of the history once asked for is done. */
function ownIntent({ role, intent }: PlannedContent): string {
  return role === 'input' ? (intent ?? '') : '';
}

function titlesOf({ title }: PlanRequest, contents: PlannedContent[]): string[] {
  return [title, ...contents.map((content) => content.title)].flatMap((one) => one ?? []);
}

function placement({ id, viewport }: PlannedDisplay, contents: PlannedContent[]): Placement {
  return { displayId: id, viewport, contents };
}
