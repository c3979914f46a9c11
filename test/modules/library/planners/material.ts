import { describeBlocks } from '#worker/extract/describe.ts';
import { blankDigest, type Digest } from '#worker/extract/digest.ts';
import { digestText } from '#worker/extract/digest-text.ts';
import { splitText } from '#worker/extract/split-text.ts';
import { templates } from '#worker/layout/templates/index.ts';
// Behind index.ts: the material of planners, which are pure functions.
import type {
  PagePlan,
  PlannedAsset,
  PlannedContent,
  PlannedDisplay,
  PlannedTemplate,
  PlanRequest,
} from '../../../../modules/library/planners/planner.ts';

export const NOW = new Date('2026-11-20T10:00:00.000Z');
export const VIEWPORT = { width: 800, height: 480 };

/** The real templates, as a planner is given them. */
const plannedTemplates: PlannedTemplate[] = Object.entries(templates).map(([name, { use, parameters }]) => ({
  name,
  description: use,
  parameters,
}));

let made = 0;

export function display(name: string, more: Partial<PlannedDisplay> = {}): PlannedDisplay {
  made += 1;
  const id = `0193a000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  return {
    id,
    name,
    tags: [],
    online: true,
    viewport: VIEWPORT,
    shows: null,
    queued: 0,
    timeZone: null,
    ...more,
  };
}

export function shows(title: string | null, since: string) {
  return { title, since: new Date(since) };
}

function asset(digest: Digest, more: Partial<PlannedAsset> = {}): PlannedAsset {
  const given = { assetIndex: 0, contentType: null, filename: null, imageId: null, imageSize: null };
  return { ...given, type: 'text', digest, ...more };
}

const described = new Map<string, Digest>();

function digestOf(words: string): Digest {
  const digest = described.get(words) ?? describeBlocks(splitText(words));
  described.set(words, digest);
  return digest;
}

export function text(words: string): PlannedAsset {
  return asset(digestOf(words));
}

/** A text as it is pushed, in whichever format it is. */
export function pushed(words: string): PlannedAsset {
  return asset(digestText(words, NOW));
}

export function photo(imageId: string, more: Partial<Digest> = {}): PlannedAsset {
  const image = { width: 1200, height: 800, tones: ['#223344'], photographic: true };
  const digest = { ...blankDigest('photo'), image, ...more };
  const size = { imageId, imageSize: { width: 1200, height: 800 } };
  return asset(digest, { type: 'image', contentType: 'image/jpeg', filename: 'IMG_0042.jpg', ...size });
}

export function article(words: string, more: Partial<Digest> = {}, lead: string | null = null): PlannedAsset {
  const facts: Partial<Digest> = {
    title: 'A harbour without cars',
    url: 'https://gazette.example/harbour',
    siteName: 'The Gazette',
    author: 'Anna Berg',
    publishedAt: '2026-11-19T08:00:00Z',
  };
  const digest = { ...digestOf(words), shape: 'article' as const, ...facts, ...more };
  return asset(digest, { type: 'link', imageId: lead, imageSize: lead ? { width: 900, height: 600 } : null });
}

export function bareLink(url: string): PlannedAsset {
  return asset({ ...blankDigest('link'), url, text: url, siteName: new URL(url).hostname }, { type: 'link' });
}

export function pdf(words: string, imageId = 'first-page'): PlannedAsset {
  const digest = {
    ...describeBlocks(splitText(words)),
    shape: 'document' as const,
    pages: 12,
    title: 'Survey',
  };
  const picture = { imageId, imageSize: { width: 848, height: 1200 } };
  return asset(digest, { type: 'file', contentType: 'application/pdf', filename: 'survey.pdf', ...picture });
}

export function json(pairs: Record<string, string>): PlannedAsset {
  const blocks = Object.entries(pairs).map(([key, value]) => ({ kind: 'pair' as const, key, value }));
  return asset(describeBlocks(blocks), { type: 'file', contentType: 'application/json', filename: 'a.json' });
}

export function content(assets: PlannedAsset[], more: Partial<PlannedContent> = {}): PlannedContent {
  made += 1;
  const id = `0193b000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  const numbered = assets.map((one, assetIndex) => ({ ...one, assetIndex }));
  return { id, role: 'input', title: null, intent: null, createdAt: NOW, assets: numbered, ...more };
}

export function request(contents: PlannedContent[], more: Partial<PlanRequest> = {}): PlanRequest {
  return {
    contents,
    displays: [],
    routing: { kind: 'choose' },
    templates: plannedTemplates,
    intent: null,
    title: null,
    mayDecline: false,
    now: NOW,
    timeZone: 'Europe/Oslo',
    language: null,
    ...more,
  };
}

export function actionsOf(plan: PagePlan) {
  if (plan.outcome !== 'presentations') throw new Error(`no presentations: ${plan.reason}`);
  return plan.actions;
}

/** Progress that is kept to be looked at. */
export function recorder() {
  const kinds: string[] = [];
  const notes: { summary: string; data: Record<string, unknown> }[] = [];
  return {
    kinds,
    notes,
    started: (kind: string) => void kinds.push(kind),
    note: (summary: string, data: Record<string, unknown>) => void notes.push({ summary, data }),
  };
}
