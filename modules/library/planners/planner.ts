import type { z } from 'zod';
import type { RoutableDisplay } from '#modules/display';
import type { Digest } from '#worker/extract/digest.ts';

/** One asset of a content, digested. Its text is material, never an instruction. */
export interface PlannedAsset {
  assetIndex: number;
  type: 'text' | 'link' | 'image' | 'file';
  contentType: string | null;
  filename: string | null;
  digest: Digest;
  /** Name by which templates refer to its picture (the photo, a page of the PDF, the article's lead image). */
  imageId: string | null;
  /** The size of that picture in pixels. */
  imageSize: { width: number; height: number } | null;
}

export interface PlannedContent {
  id: string;
  role: 'input' | 'context';
  title: string | null;
  intent: string | null;
  createdAt: Date;
  assets: PlannedAsset[];
}

/** A display that a plan may use: owned by the caller and compatible. */
export type PlannedDisplay = Omit<RoutableDisplay, 'compatible'>;

/** A template as a planner sees it. Parameters are checked against the schema before layout. */
export interface PlannedTemplate {
  name: string;
  description: string;
  parameters: z.ZodType;
}

export interface PlanRequest {
  contents: PlannedContent[];
  /** The displays to choose from; empty for a plan without a display. */
  displays: PlannedDisplay[];
  /** `choose`: any of the displays; `all`: every one of them; `output`: no display, one page of this size. */
  routing:
    | { kind: 'choose' }
    | { kind: 'all' }
    | { kind: 'output'; viewport: { width: number; height: number } };
  templates: PlannedTemplate[];
  intent: string | null;
  title: string | null;
  /** Whether a plan may decline to show anything: only without named contents. */
  mayDecline: boolean;
  now: Date;
  timeZone: string;
  /** The user's language (BCP 47), for material whose language is unknown. */
  language: string | null;
}

/** One page to make: on a display, or (null) for the output profile. */
export interface PlanAction {
  displayId: string | null;
  template: string;
  parameters: unknown;
  title: string;
}

export type PagePlan =
  | { outcome: 'presentations'; actions: PlanAction[] /** Why, for internal events. */; reasons: string[] }
  | { outcome: 'no_change'; reason: string };

/** The current activity of a planner, for the public progress events. */
export type PlannerActivity =
  | 'reading_brief'
  | 'reading_notes'
  | 'checking_display'
  | 'choosing_layout'
  | 'submitting_plan'
  | 'retrying'
  | 'other';

export interface PlannerProgress {
  started(kind: PlannerActivity): void;
  /** Adds an internal event: calls to a model, their cost, rejected answers and the reason. */
  note(summary: string, data: Record<string, unknown>): void;
}

/** Decides which pages to show on which displays. The caller checks the plan and lays it out. */
export interface Planner {
  name: 'rules' | 'llm';
  /** @param problems problems of the previous plan, when called again */
  plan(request: PlanRequest, progress: PlannerProgress, problems?: string[]): Promise<PagePlan>;
}
