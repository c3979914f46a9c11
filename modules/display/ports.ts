import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import type { ColorMode, FrameFormat } from '#shared/picture-formats.ts';

/** What happened to a presentation, reported in the transaction in which it happened. */
export interface PresentationEvent {
  presentationId: string;
  userId: string;
  /** Null for a targetless presentation. */
  displayId: string | null;
  analysisId: string | null;
  contentIds: string[];
}

/** Implemented by the module of the contents and analyses that presentations came from. */
export interface PresentationEvents {
  rendered(trx: Trx, event: PresentationEvent): Promise<void>;
  renderFailed(trx: Trx, event: PresentationEvent & { problem: Problem }): Promise<void>;
  /** It expired before it was rendered: there will be no picture of it. */
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

/** How a display wants its photographs: prepared for few tones, or by the tone table alone. */
export const tones = ['auto', 'plain'] as const;
export type Tone = (typeof tones)[number];

/**
 * Turns pictures and Scenes into pixels. Rejects with an error named `InvalidImageError` (with `imageId` for a
 * Scene's image) when the bytes are no image that can be shown; anything else may be tried again. Bytes handed in
 * are given away.
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

// Aliases, because an interface cannot stand where further properties are allowed.
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

/** A page about the panel itself, with what it says. */
export type SystemPage =
  | { kind: 'claim_code'; code: string; claimUrl: string }
  | { kind: 'bound'; name: string };

/** Scenes of a fixed layout. */
export interface Pages {
  claimPage(page: { code: string; claimUrl: string; brand: string }): SceneData;
  welcomePage(page: { name: string }): SceneData;
  /** A few words for a panel that cannot be shown anything else. */
  noticePage(page: { title: string; text: string; brand: string }): SceneData;
  /** One image over the whole viewport, `fit: "stretch"`. */
  stretchedImage(fileId: string, viewport: { width: number; height: number }): SceneData;
}
