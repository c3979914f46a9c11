import type { FrameOptions, ImageSource, PngOptions } from './products.ts';

export type PixelSource = ImageSource;

/** What crosses into a thread. */
export type Task =
  | { product: 'frames'; source: PixelSource; options: FrameOptions }
  | { product: 'png'; source: PixelSource; options: PngOptions };

/** What comes back. Errors are plain data, since a class does not survive the crossing. */
export type Outcome =
  | { ok: true; buffers: Record<string, Uint8Array> }
  | { ok: false; invalid: boolean; message: string; imageId?: string | undefined };
