import type { SKRSContext2D } from './canvas.ts';
import { applyLettering } from './measuring-context.ts';
import type { Frame, TextProperties } from './scene.ts';
import { setText } from './set-text.ts';

/** Draws a text element, clipped to its frame. */
export function drawText(context: SKRSContext2D, frame: Frame, properties: TextProperties): void {
  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  const { size, lines, lettering, lineHeight, extent } = setText(frame, properties);
  const { letterSpacing, rightToLeft } = lettering;
  applyLettering(context, lettering);
  context.fillStyle = properties.color;
  context.textBaseline = 'alphabetic';
  const align = physicalAlign(properties.align, rightToLeft);
  context.textAlign = align;
  // The spacing after the last letter is not part of the visible line.
  const x =
    align === 'left'
      ? frame.x
      : align === 'right'
        ? frame.x + frame.width + letterSpacing
        : frame.x + (frame.width + letterSpacing) / 2;
  const step = size * lineHeight;
  const top = frame.y + verticalOffset(properties.verticalAlign, frame.height, lines.length * step);
  const baseline = (step - (extent.ascent + extent.descent) * size) / 2 + extent.ascent * size;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, x, Math.round(top + index * step + baseline));
  }
  context.restore();
}

function verticalOffset(align: TextProperties['verticalAlign'], room: number, used: number): number {
  // If only the line height exceeds the frame, the letters still fit and are centred.
  if (used > room) return (room - used) / 2;
  if (align === 'top') return 0;
  return align === 'middle' ? (room - used) / 2 : room - used;
}

function physicalAlign(align: TextProperties['align'], rightToLeft: boolean): 'left' | 'center' | 'right' {
  if (align === 'start') return rightToLeft ? 'right' : 'left';
  if (align === 'end') return rightToLeft ? 'left' : 'right';
  return align;
}
