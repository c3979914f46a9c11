import type { Input } from './decode.ts';
import type { FrameOptions, ImageSource, PngOptions } from './products.ts';
import type { SceneSource } from './scene-products.ts';

export type PixelSource = ImageSource | SceneSource;

/** What crosses into a thread. */
export type Task =
  | { product: 'frames'; source: PixelSource; options: FrameOptions }
  | { product: 'png'; source: PixelSource; options: PngOptions };

/** What comes back. Errors are plain data, since a class does not survive the crossing. */
export type Outcome =
  | { ok: true; buffers: Record<string, Uint8Array> }
  | { ok: false; invalid: boolean; message: string; imageId?: string | undefined };

/** Every input that a source brings along. */
export function inputsOf(source: PixelSource): Input[] {
  return source.kind === 'image' ? [source.input] : Object.values(source.images).map(({ input }) => input);
}
