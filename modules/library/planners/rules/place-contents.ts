import type { PlannedContent, PlannedDisplay, PlanRequest } from '../planner.ts';
import { rankDisplays, rankingReason } from './rank-displays.ts';
import { type IntentReading, readIntent } from './read-intent.ts';

/** A page to make: its display, its size and its contents. */
export interface Placement {
  displayId: string | null;
  viewport: { width: number; height: number };
  contents: PlannedContent[];
}

export interface Placing {
  placements: Placement[];
  reasons: string[];
  /** Displays that were ranked only by state although there was an intent. */
  undecided: PlannedDisplay[];
}

/** The contents for the pages: those that were named, or else the history, newest first. */
export function shownContents({ contents }: PlanRequest): PlannedContent[] {
  const named = contents.filter(({ role }) => role === 'input');
  if (named.length > 0) return named;
  return [...contents].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * Assigns contents to displays. Only the owner's words and the state of the displays decide, never the text of the
 * material.
 * @param preferred displays for contents that no intent assigns, in place of the order by state
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
  return chooseDisplays(request, shown, preferred);
}

function chooseDisplays(request: PlanRequest, shown: PlannedContent[], preferred: string[]): Placing {
  const { displays } = request;
  const reasons: string[] = [];
  const pages = new Map<string, PlannedContent[]>();
  const add = (targets: PlannedDisplay[], contents: PlannedContent[]) => {
    for (const { id } of new Set(targets)) pages.set(id, [...(pages.get(id) ?? []), ...contents]);
  };
  const overall = readIntent(request.intent ?? '', displays);
  const excluded = new Set(overall.excluded);
  let unassigned: PlannedContent[] = [];
  if (namesDisplays(overall)) add(targetsOf(overall, request, shown, reasons), shown);
  else {
    for (const content of shown) {
      const reading = readIntent(ownIntent(content), displays);
      if (namesDisplays(reading)) add(targetsOf(reading, request, [content], reasons), [content]);
      else {
        unassigned = [...unassigned, content];
        for (const id of reading.excluded) excluded.add(id);
      }
    }
  }
  let undecided: PlannedDisplay[] = [];
  if (unassigned.length > 0 || shown.length === 0) {
    const allowed = displays.filter(({ id }) => !excluded.has(id));
    const candidates = allowed.length > 0 ? allowed : displays;
    const wanted = candidates.filter(({ id }) => preferred.includes(id));
    const [best] = rankDisplays(candidates, titlesOf(request, unassigned));
    add(wanted.length > 0 ? wanted : best ? [best] : [], unassigned);
    if (wanted.length > 0) reasons.push('the owner seems to mean this display');
    else if (best) reasons.push(`the best display for it: ${rankingReason(best)}`);
    const said = request.intent !== null || unassigned.some((content) => ownIntent(content) !== '');
    if (said && candidates.length > 1) undecided = candidates;
  }
  const placements = displays.flatMap((display) => {
    const contents = pages.get(display.id);
    return contents ? [placement(display, contents)] : [];
  });
  return { placements, reasons, undecided };
}

function namesDisplays({ named, everywhere }: IntentReading): boolean {
  return everywhere || named.length > 0;
}

/** Names that share displays are intersected ("the upstairs kitchen"); other names are united. */
function targetsOf(
  { named, everywhere, excluded }: IntentReading,
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

/** The intent of a named content; empty for contents of the history, whose intents were carried out already. */
function ownIntent({ role, intent }: PlannedContent): string {
  return role === 'input' ? (intent ?? '') : '';
}

function titlesOf({ title }: PlanRequest, contents: PlannedContent[]): string[] {
  return [title, ...contents.map((content) => content.title)].flatMap((one) => one ?? []);
}

function placement({ id, viewport }: PlannedDisplay, contents: PlannedContent[]): Placement {
  return { displayId: id, viewport, contents };
}
