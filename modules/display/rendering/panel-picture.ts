import type { FrameFormat } from '#shared/picture-formats.ts';
import type { DisplayContext } from '../context.ts';

const BITS = { raw1: 1, raw2: 2, raw4: 4 } as const;

/** Converts a frame to a PNG with exactly the pixels that a panel of that format shows. */
export async function panelPicture(
  { framePng }: Pick<DisplayContext, 'framePng'>,
  format: FrameFormat,
  frame: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  return format === 'png' ? frame : framePng(frame, { width, height, bits: BITS[format] });
}
