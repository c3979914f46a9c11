/** A run of text from pdf.js: its baseline begins at `transform[4]`, `transform[5]`; `transform[0..3]` is the scale. */
export interface PdfRun {
  str: string;
  transform: number[];
  width: number;
  height: number;
  bold?: boolean;
}

/** A separate piece of text on a page: a label, a value, a line of a column. Points; `y` grows upwards. */
export interface Cell {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  bold: boolean;
  /** Index of its first run: most files write runs in reading order. */
  order: number;
  /** Whether it begins a column of a table. */
  begins: boolean;
  /** Whether a rule is drawn between it and the row above; unknown without a picture of its page. */
  ruled?: boolean;
}

/** A piece of text that is written vertically; `bottom` is its lower end, in points. */
export interface StandingText {
  text: string;
  bottom: number;
}
