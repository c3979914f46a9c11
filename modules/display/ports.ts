import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import type { ColorMode, FrameFormat } from '#shared/picture-formats.ts';

/** An event of a presentation, reported in the transaction of its change. */
export interface PresentationEvent {
  presentationId: string;
  userId: string;
  /** Null for a targetless presentation. */
  displayId: string | null;
  analysisId: string | null;
  contentIds: string[];
}

/** Implemented by the library module, which owns contents and analyses. */
export interface PresentationEvents {
  rendered(trx: Trx, event: PresentationEvent): Promise<void>;
  renderFailed(trx: Trx, event: PresentationEvent & { problem: Problem }): Promise<void>;
  /** It expired before it was rendered, so it has no picture. */
  withdrawn(trx: Trx, event: PresentationEvent): Promise<void>;
  published(trx: Trx, event: PresentationEvent): Promise<void>;
  confirmed(trx: Trx, event: PresentationEvent): Promise<void>;
  deliveryFailed(trx: Trx, event: PresentationEvent & { problem: Problem }): Promise<void>;
}

/** A picture's bytes, or the path of a file that holds them. */
export type PixelInput = string | Uint8Array;

export type PixelSource =
  | { kind: 'image'; input: PixelInput; contentType: string }
  | {
      kind: 'scene';
      scene: unknown;
      /** By the file id that the Scene names them with. */
      images: Record<string, { input: PixelInput; contentType: string }>;
    };

/** The tone setting of a display: photographs are prepared for few tones, or only the tone table is used. */
export const tones = ['auto', 'plain'] as const;
export type Tone = (typeof tones)[number];

/**
 * Turns pictures and Scenes into pixels. Rejects with an error named `InvalidImageError` (with `imageId` for a Scene's
 * image) if the bytes are not a valid image; other errors may be retried. Input bytes are transferred and cannot be
 * used afterwards.
 */
export interface Pixels {
  renderFrames(
    source: PixelSource,
    options: { width: number; height: number; toneExponent: number; tone: Tone },
  ): Promise<Record<FrameFormat, Uint8Array>>;
  renderPng(
    source: PixelSource,
    options: { width: number; height: number; colorMode: ColorMode },
  ): Promise<Uint8Array>;
}

// Type aliases, because an interface is not assignable to a type that allows further properties.
export type SceneElement = {
  id: string;
  type: 'text' | 'image' | 'shape';
  frame: { x: number; y: number; width: number; height: number };
  /** An image names its file in `fileId`. */
  properties: Record<string, unknown>;
};

/** Scene, version 1: frames are whole pixels inside the viewport. */
export type SceneData = {
  version: 1;
  viewport: { width: number; height: number };
  background: string;
  elements: SceneElement[];
};

/** The content of a system page. */
export type SystemPage =
  | { kind: 'claim_code'; code: string; claimUrl: string }
  | { kind: 'bound'; name: string };

/** Scenes of a fixed layout. */
export interface Pages {
  claimPage(page: { code: string; claimUrl: string; brand: string }): SceneData;
  welcomePage(page: { name: string }): SceneData;
  /** A notice for a panel without a picture. */
  noticePage(page: { title: string; text: string; brand: string }): SceneData;
  /** One image over the whole viewport, `fit: "stretch"`. */
  stretchedImage(fileId: string, viewport: { width: number; height: number }): SceneData;
}
