import { familiesFor } from './fonts.ts';
import { type LineExtent, lineExtent } from './line-extent.ts';
import { measureWith } from './measuring-context.ts';
import { plainSigns } from './plain-signs.ts';
import type { TextProperties } from './scene.ts';
import { isRightToLeft } from './text-direction.ts';
import { rememberWidths } from './word-widths.ts';
import { TextWrapper } from './wrap-text.ts';

/** The size at which widths are measured. */
const REFERENCE_PIXELS = 100;

/** What is known of a text in one style before its size and its box are: most of the work of setting it. */
export interface PreparedText {
  /** CSS family list. */
  families: string;
  rightToLeft: boolean;
  extent: LineExtent;
  wrapper: TextWrapper;
}

/** Texts that are prepared once for each style, however many sizes and widths are tried. */
export class PreparedTexts {
  readonly #kept = new Map<string, Map<string, PreparedText>>();

  prepare(properties: TextProperties): PreparedText {
    const { text, family, weight, direction, letterSpacing, size } = properties;
    const style = `${weight} ${family} ${direction} ${letterSpacing / size}`;
    const styles = this.#kept.get(text) ?? new Map<string, PreparedText>();
    let prepared = styles.get(style);
    if (!prepared) {
      prepared = prepareText(properties);
      this.#kept.set(text, styles.set(style, prepared));
    }
    return prepared;
  }
}

function prepareText({ family, weight, direction, size, ...given }: TextProperties): PreparedText {
  const text = cleanText(given.text);
  const families = familiesFor(`${text}…`, family, weight);
  const spacing = given.letterSpacing / size;
  const rightToLeft = isRightToLeft(text, direction);
  const font = `${weight} ${REFERENCE_PIXELS}px ${families}`;
  const lettering = { font, letterSpacing: spacing * REFERENCE_PIXELS, rightToLeft };
  const extent = lineExtent((part) => measureWith(lettering, part), text, REFERENCE_PIXELS);
  const measure = rememberWidths(
    `${font} ${spacing} ${rightToLeft}`,
    (part) => measureWith(lettering, part).width / REFERENCE_PIXELS,
  );
  return { families, rightToLeft, extent, wrapper: new TextWrapper(text, measure) };
}

/** Line ends made alike, tabs to spaces, and controls (which no font has) removed. */
function cleanText(text: string): string {
  return plainSigns(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      .replace(/[^\P{Cc}\n]|[\u200b\ufeff]/gu, ''),
  ).trimEnd();
}
