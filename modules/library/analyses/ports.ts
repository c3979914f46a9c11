import type { OutputProfile, PresentationSource } from '#modules/display';
import type { Principal } from '#shared/http/route.ts';
import type { Digest } from '#worker/extract/digest.ts';
import type { Extractor } from '#worker/extract/digest-asset.ts';
import type { Picture } from '#worker/sandbox/sandbox.ts';
import type { PlannedTemplate, Planner } from '../planners/planner.ts';

/** A laid-out page in the form of the display module. */
export type PageScene = Extract<PresentationSource, { kind: 'scene' }>['scene'];

export type PageSize = Pick<OutputProfile, 'viewport' | 'colorMode'>;

/** The simplest form of a page: a title and running text. */
export interface PlainPage {
  title: string | null;
  text: string;
  /** The source of the text. */
  source: string | null;
}

/** The templates, and the check of a finished page. */
export interface Templates {
  all: PlannedTemplate[];
  /** @throws when the template does not exist or does not accept these parameters */
  layOut(template: string, parameters: unknown, size: PageSize): PageScene;
  /** Problems of a laid-out page: text that overflows or is too small to read. Empty if there are none. */
  problems(scene: PageScene): string[];
  /** A page that accepts any text at any size. */
  layOutPlain(page: PlainPage, size: PageSize): PageScene;
  /** Characters of a page that no font has, which are drawn as boxes. */
  missingGlyphs(scene: PageScene): string[];
  /** File ids of the pictures that a page shows. */
  imagesOf(scene: PageScene): string[];
}

/** The functions that analyses need from the worker and from identity. */
export interface AnalysisPorts {
  extractor: Pick<Extractor, 'digest' | 'lookAt'>;
  /** @param now the time after which events of a calendar are still to come */
  digestText(text: string, now: Date): Promise<Digest>;
  digestBareLink(url: string): Promise<Digest>;
  /** Upright size of a PNG, JPEG, GIF or WebP. Rejects with an error named `UnreadableError`. */
  readImageSize(bytes: Uint8Array, contentType: string): Promise<{ width: number; height: number }>;
  encodePng(picture: Picture): Uint8Array;
  /** Loaded by the first run, because the drawing code takes 60 MB. */
  loadTemplates(): Promise<Templates>;
  planner: Planner;
  /** Used if the plans of the first one are rejected. */
  fallbackPlanner: Planner | null;
  /** Checks that a credential is still valid, long after its request. @throws {AppError} `401` */
  reauthenticate(kind: Principal['kind'], authorization: string | undefined): Promise<unknown>;
}
