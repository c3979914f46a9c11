import { type FittedText, fitText } from './fit-text.ts';
import { type LineExtent, minLineHeight } from './line-extent.ts';
import type { Lettering } from './measuring-context.ts';
import { PreparedTexts } from './prepared-text.ts';
import type { TextProperties } from './scene.ts';

/** A laid-out text: size, lines, and the settings of the canvas. */
export interface SetText extends FittedText {
  /** At the chosen size. */
  lettering: Lettering;
  /** Line height in ems: the requested one, or more if marks extend higher or lower than Latin letters. */
  lineHeight: number;
  extent: LineExtent;
}

/** Lays out a text for a box. */
export function setText(
  box: { width: number; height: number },
  properties: TextProperties,
  texts = new PreparedTexts(),
): SetText {
  const { families, rightToLeft, extent, wrapper } = texts.prepare(properties);
  const lineHeight = Math.max(properties.lineHeight, minLineHeight(extent));
  const fitted = fitText(wrapper, { ...properties, lineHeight, singleLine: properties.lineHeight }, box);
  const { size } = fitted;
  const letterSpacing = (properties.letterSpacing / properties.size) * size;
  const font = `${properties.weight} ${size}px ${families}`;
  return { ...fitted, lettering: { font, letterSpacing, rightToLeft }, lineHeight, extent };
}
