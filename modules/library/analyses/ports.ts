import type { OutputProfile, PresentationSource } from '#modules/display';
import type { Principal } from '#shared/http/route.ts';
import type { Digest } from '#worker/extract/digest.ts';
import type { Extractor } from '#worker/extract/digest-asset.ts';
import type { Picture } from '#worker/sandbox/sandbox.ts';
import type { PlannedTemplate, Planner } from '../planners/planner.ts';

/** A laid-out page, as the display module takes it. */
export type PageScene = Extract<PresentationSource, { kind: 'scene' }>['scene'];

export type PageSize = Pick<OutputProfile, 'viewport' | 'colorMode'>;

/** What every page can be reduced to: a title and running text. */
export interface PlainPage {
  title: string | null;
  text: string;
  /** Where it is from. */
  source: string | null;
}

/** The templates and the look that a finished page is checked with before it is shown. */
export interface Templates {
  all: PlannedTemplate[];
  /** @throws when there is no such template or it cannot take these parameters */
  layOut(template: string, parameters: unknown, size: PageSize): PageScene;
  /** What is wrong with a laid-out page: text that overflows or is too small to read. Empty when it is good. */
  problems(scene: PageScene): string[];
  /** A page that takes any text at any size. */
  layOutPlain(page: PlainPage, size: PageSize): PageScene;
  /** Characters of a page that no font has, which are drawn as boxes. */
  missingGlyphs(scene: PageScene): string[];
  /** File ids of the pictures that a page shows. */
  imagesOf(scene: PageScene): string[];
}

/** What analyses need of the worker and of identity. */
export interface AnalysisPorts {
  extractor: Pick<Extractor, 'digest' | 'lookAt'>;
  /** @param now which events of a calendar are still to come */
  digestText(text: string, now: Date): Promise<Digest>;
  digestBareLink(url: string): Promise<Digest>;
  /** Upright size of a PNG, JPEG, GIF or WebP. Rejects with an error named `UnreadableError`. */
  readImageSize(bytes: Uint8Array, contentType: string): Promise<{ width: number; height: number }>;
  encodePng(picture: Picture): Uint8Array;
  /** Loaded by the first run: a process that plans no page does without 60 MB of drawing code. */
  loadTemplates(): Promise<Templates>;
  planner: Planner;
  /** Asked when the first one's plans cannot be used. */
  fallbackPlanner: Planner | null;
  /** Whether a credential is still good, long after the request that brought it. @throws {AppError} `401` */
  reauthenticate(kind: Principal['kind'], authorization: string | undefined): Promise<unknown>;
}
