import { measureText } from '../imaging/measure-text.ts';
import type { Scene, SceneElement } from '../imaging/scene.ts';
import { themeFor } from './templates/theme.ts';

export interface LegibilityProblem {
  elementId: string;
  problem: 'too_small' | 'cut' | 'too_high' | 'overlaps';
  /** A sentence for a log, or for the planner of the page. */
  detail: string;
}

type TextElement = Extract<SceneElement, { type: 'text' }>;

interface Ink {
  id: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Text that is ornament: a lone quotation mark, a dash. */
const ORNAMENT_PATTERN = /^\p{P}?$/u;
/** Pixels by which the ink of two texts may touch. */
const MAX_OVERLAP_PIXELS = 2;

/**
 * Finds text that cannot be read on the page at its own viewport: text that is too small, cut with an ellipsis, higher than its
 * frame, or laid over other text. Empty when there is none.
 */
export function checkLegibility(scene: Scene): LegibilityProblem[] {
  const { floor } = themeFor(scene.viewport, 'monochrome');
  const problems: LegibilityProblem[] = [];
  const inks: Ink[] = [];
  for (const element of scene.elements) {
    if (element.type !== 'text' || ORNAMENT_PATTERN.test(element.properties.text.trim())) continue;
    const { size, lines, width, cut, lineHeight } = measureText(element.frame, element.properties);
    const add = (problem: LegibilityProblem['problem'], detail: string) =>
      problems.push({ elementId: element.id, problem, detail });
    if (size < floor) add('too_small', `${size} pixels where ${floor} can be read`);
    if (cut) add('cut', 'not all of the text fits');
    const used = size * (1 + (lines.length - 1) * lineHeight);
    if (used > element.frame.height + MAX_OVERLAP_PIXELS)
      add('too_high', `${Math.ceil(used)} pixels of text in ${element.frame.height}`);
    inks.push(inkOf(element, width, used));
  }
  for (const [index, ink] of inks.entries()) {
    const other = inks.slice(0, index).find((before) => touches(ink, before));
    if (other) problems.push({ elementId: ink.id, problem: 'overlaps', detail: `lies over ${other.id}` });
  }
  return problems;
}

/** The approximate area of the letters: the lines without the space above the first and below the last. */
function inkOf({ id, frame, properties }: TextElement, width: number, used: number): Ink {
  const { align, verticalAlign } = properties;
  const spareX = Math.max(0, frame.width - width);
  const spareY = Math.max(0, frame.height - used);
  const left =
    frame.x + (align === 'center' ? spareX / 2 : align === 'right' || align === 'end' ? spareX : 0);
  const top = frame.y + (verticalAlign === 'middle' ? spareY / 2 : verticalAlign === 'bottom' ? spareY : 0);
  return { id, left, right: left + width, top, bottom: top + used };
}

function touches(a: Ink, b: Ink): boolean {
  return (
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > MAX_OVERLAP_PIXELS &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > MAX_OVERLAP_PIXELS
  );
}
