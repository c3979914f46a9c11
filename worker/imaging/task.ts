import type { Input } from './decode.ts';
import type { FrameOptions, ImageSource, PngOptions } from './products.ts';
import type { SceneSource } from './scene-products.ts';

export type PixelSource = ImageSource | SceneSource;

/** The message to a thread. */
export type Task =
  | { product: 'frames'; source: PixelSource; options: FrameOptions }
  | { product: 'png'; source: PixelSource; options: PngOptions };

/** The reply of a thread. Errors are plain data, because threads do not preserve classes. */
export type Outcome =
  | { ok: true; buffers: Record<string, Uint8Array> }
  | { ok: false; invalid: boolean; message: string; imageId?: string | undefined };

/** All inputs of a source. */
export function inputsOf(source: PixelSource): Input[] {
  return source.kind === 'image' ? [source.input] : Object.values(source.images).map(({ input }) => input);
}
