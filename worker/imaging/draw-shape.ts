import type { SKRSContext2D } from './canvas.ts';
import type { Frame, ShapeProperties } from './scene.ts';

/** Fills a rectangle or ellipse; does nothing for a line. */
export function fillShape(context: SKRSContext2D, frame: Frame, properties: ShapeProperties): void {
  if (properties.fill === undefined || properties.shape === 'line') return;
  context.fillStyle = properties.fill;
  tracePath(context, frame, properties, 0);
  context.fill();
}

/** Strokes a shape inside its frame, or draws the line. */
export function strokeShape(context: SKRSContext2D, frame: Frame, properties: ShapeProperties): void {
  const { shape, stroke, strokeWidth } = properties;
  if (shape === 'line') {
    drawLine(context, frame, stroke ?? '#000000', strokeWidth);
    return;
  }
  if (stroke === undefined || strokeWidth === 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = strokeWidth;
  tracePath(context, frame, properties, strokeWidth / 2);
  context.stroke();
}

function tracePath(context: SKRSContext2D, frame: Frame, properties: ShapeProperties, inset: number): void {
  const width = Math.max(0, frame.width - 2 * inset);
  const height = Math.max(0, frame.height - 2 * inset);
  const x = frame.x + inset;
  const y = frame.y + inset;
  context.beginPath();
  if (properties.shape === 'ellipse') {
    context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
    return;
  }
  const radius = Math.max(0, Math.min(properties.radius - inset, width / 2, height / 2));
  if (radius > 0) context.roundRect(x, y, width, height, radius);
  else context.rect(x, y, width, height);
}

/** A frame that is no thicker than the stroke is a rule. It is filled, so that its edges are on whole pixels and crisp. */
function drawLine(context: SKRSContext2D, frame: Frame, color: string, strokeWidth: number): void {
  const { x, y, width, height } = frame;
  if (width <= strokeWidth || height <= strokeWidth) {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = strokeWidth;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + width, y + height);
  context.stroke();
}
