import type { TextProperties } from '../../imaging/scene.ts';

/** How a text is set. Lengths are pixels. */
export interface TextStyle {
  size: number;
  family?: TextProperties['family'];
  weight?: number;
  color?: string;
  align?: TextProperties['align'];
  verticalAlign?: TextProperties['verticalAlign'];
  lineHeight?: number;
  /** Pixels at `size`. */
  letterSpacing?: number;
  maxLines?: number;
}

/** The measures of a placed text. */
export interface Placed {
  /** Where the next element may begin. */
  bottom: number;
  width: number;
  size: number;
  lines: number;
  /** Not all of it is shown. */
  cut: boolean;
}

export interface PutText extends TextStyle {
  /** The text takes the largest size between this and `size` at which all of it fits. */
  smallest?: number;
  /** The text is an extract: what does not fit is dropped, and the rest ends after a sentence or a word. */
  excerpt?: boolean;
  /** The text is the owner's: words that are left out are counted, and stay `owed` until the page shows the count. */
  counted?: boolean;
  /** Lines of about equal length, as in headings. */
  balance?: boolean;
}
