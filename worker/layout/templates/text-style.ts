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

/** What is known of a text once it is placed. */
export interface Placed {
  /** Where the next thing may begin. */
  bottom: number;
  width: number;
  size: number;
  lines: number;
  /** Not all of it could be shown. */
  cut: boolean;
}

export interface PutText extends TextStyle {
  /** Take the largest size from `size` down to this at which all of it fits. */
  smallest?: number;
  /** An extract by design: only what can be shown is taken, and ended well. */
  excerpt?: boolean;
  /** Words of the owner: those that are left out are counted, and `owed` until the page says so. */
  counted?: boolean;
  /** Make the lines of about one length, as in headings. */
  balance?: boolean;
}
