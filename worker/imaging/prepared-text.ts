import { familiesFor } from './fonts.ts';
import { type LineExtent, lineExtent } from './line-extent.ts';
import { measureWith } from './measuring-context.ts';
import { replaceRareCharacters } from './replace-rare-characters.ts';
import type { TextProperties } from './scene.ts';
import { isRightToLeft } from './text-direction.ts';
import { cacheWidths } from './word-widths.ts';
import { TextWrapper } from './wrap-text.ts';

/** The size at which widths are measured. */
const REFERENCE_PIXELS = 100;

/** The part of the layout of a text in one style that does not depend on its size and box: most of the work. */
export interface PreparedText {
  /** CSS family list. */
  families: string;
  rightToLeft: boolean;
  extent: LineExtent;
  wrapper: TextWrapper;
}

/** Prepares each text once for each style, regardless of the number of sizes and widths that are tried. */
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
  const measure = cacheWidths(
    `${font} ${spacing} ${rightToLeft}`,
    (part) => measureWith(lettering, part).width / REFERENCE_PIXELS,
  );
  return { families, rightToLeft, extent, wrapper: new TextWrapper(text, measure) };
}

/** Unifies line ends, turns tabs into spaces, and removes control characters, which no font has. */
function cleanText(text: string): string {
  return replaceRareCharacters(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      .replace(/[^\P{Cc}\n]|[\u200b\ufeff]/gu, ''),
  ).trimEnd();
}
