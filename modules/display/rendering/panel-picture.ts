import { type FrameFormat, RAW_FORMAT_BITS } from '#shared/picture-formats.ts';
import type { DisplayContext } from '../context.ts';

/** Converts a frame to a PNG with exactly the pixels that a panel of that format shows. */
export async function panelPicture(
  { framePng }: Pick<DisplayContext, 'framePng'>,
  format: FrameFormat,
  frame: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  return format === 'png' ? frame : framePng(frame, { width, height, bits: RAW_FORMAT_BITS[format] });
}
