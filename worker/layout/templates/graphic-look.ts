import type { ImageStyle } from './page.ts';
import type { PictureParameter } from './template.ts';

/** How a drawing or a scan is prepared for few tones; empty for photographs. */
export function graphicLook(image: PictureParameter, frame: { width: number; height: number }): ImageStyle {
  const { kind, turn, sheet, width, height } = image;
  const part = image.part && { part: image.part };
  if (kind === 'scan') return { look: 'scan', ...(turn && { turn }), ...(sheet && { sheet }), ...part };
  if (kind !== 'drawing') return {};
  const isSmall = 2 * width <= frame.width && 2 * height <= frame.height;
  return { look: isSmall ? 'pixels' : 'drawing', ...part };
}
