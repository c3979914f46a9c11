import { breakParagraph, type Piece, splitGraphemes } from './break-text.ts';

/** Width of a string in ems, at any size (glyph advances scale linearly). */
export type Measure = (text: string) => number;

export interface Wrapped {
  lines: string[];
  /** Whether some text did not fit the lines. */
  cut: boolean;
}

/** Longer paragraphs rarely fit on one line. */
const MAX_LABEL_CHARACTERS = 120;

/** Breaks a text into lines, and caches its pieces and their widths, so that trying several sizes is cheap. */
export class TextWrapper {
  readonly #paragraphs: string[];
  readonly #broken = new Map<string, Piece[]>();
  readonly #graphemes = new Map<string, string[]>();
  readonly #measure: Measure;
  readonly #widths = new Map<string, number>();
  /** The least known width at which no word is broken, and the greatest known one at which one is. */
  #whole = Number.POSITIVE_INFINITY;
  #breaking = Number.NEGATIVE_INFINITY;

  constructor(text: string, measure: Measure) {
    this.#measure = measure;
    this.#paragraphs = text.split('\n');
  }

  /** Greedy lines of at most `width` ems; a word wider than that is broken. Stops after `maxLines`. */
  wrap(width: number, maxLines: number): Wrapped {
    const lines: string[] = [];
    for (const paragraph of this.#paragraphs) {
      if (lines.length === maxLines) return { lines, cut: true };
      let line = '';
      let used = 0;
      for (const piece of this.#fitting(paragraph, width)) {
        const own = this.#width(piece.text);
        if (line !== '' && used + own > width) {
          lines.push(line.trimEnd());
          if (lines.length === maxLines) return { lines, cut: true };
          line = '';
          used = 0;
        }
        line += piece.text + piece.space;
        used += own + this.#width(piece.space);
      }
      lines.push(line.trimEnd());
    }
    return { lines, cut: false };
  }

  /** Whether every word fits on a line of its own without being broken. */
  keepsWordsWhole(width: number): boolean {
    if (width >= this.#whole) return true;
    if (width <= this.#breaking) return false;
    const isWhole = this.#paragraphs.every((paragraph) =>
      this.#pieces(paragraph, width).every((piece) => this.#width(piece.text) <= width),
    );
    if (isWhole) this.#whole = width;
    else this.#breaking = width;
    return isWhole;
  }

  /** The line with an ellipsis, shortened from its end until it fits. */
  ellipsis(line: string, width: number): string {
    const graphemes = splitGraphemes(line);
    while (graphemes.length > 0 && this.#measure(`${graphemes.join('').trimEnd()}…`) > width) graphemes.pop();
    return `${graphemes.join('').trimEnd()}…`;
  }

  /** Most texts are labels. A text that fits on one line is measured as a whole and not broken into pieces. */
  #pieces(paragraph: string, width: number): Piece[] {
    if (paragraph.length <= MAX_LABEL_CHARACTERS && this.#width(paragraph) <= width)
      return [{ text: paragraph, space: '' }];
    let pieces = this.#broken.get(paragraph);
    if (!pieces) {
      pieces = breakParagraph(paragraph);
      this.#broken.set(paragraph, pieces);
    }
    return pieces;
  }

  *#fitting(paragraph: string, width: number): Generator<Piece> {
    for (const piece of this.#pieces(paragraph, width)) {
      if (this.#width(piece.text) <= width) yield piece;
      else yield* this.#split(piece, width);
    }
  }

  *#split(piece: Piece, width: number): Generator<Piece> {
    const graphemes = this.#graphemesOf(piece.text);
    let count = 1;
    for (let from = 0; from < graphemes.length; from += count) {
      count = this.#countFitting(graphemes, from, width, count);
      const end = from + count;
      const text = graphemes.slice(from, end).join('');
      yield { text, space: end === graphemes.length ? piece.space : '' };
    }
  }

  /** The number of graphemes from `from` on that fit, at least one. The search begins at `guess`, because the lines of one word have similar numbers. */
  #countFitting(graphemes: string[], from: number, width: number, guess: number): number {
    let fitting = 1;
    let tooMany = graphemes.length - from + 1;
    let tried = guess;
    for (let step = 1; tooMany - fitting > 1; step *= 2) {
      if (tried <= fitting || tried >= tooMany) tried = (fitting + tooMany) >> 1;
      if (this.#width(graphemes.slice(from, from + tried).join('')) <= width) {
        fitting = tried;
        tried += step;
      } else {
        tooMany = tried;
        tried -= step;
      }
    }
    return fitting;
  }

  #graphemesOf(text: string): string[] {
    let graphemes = this.#graphemes.get(text);
    if (!graphemes) {
      graphemes = splitGraphemes(text);
      this.#graphemes.set(text, graphemes);
    }
    return graphemes;
  }

  #width(text: string): number {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = this.#measure(text);
      this.#widths.set(text, width);
    }
    return width;
  }
}
