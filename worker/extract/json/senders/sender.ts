import type { Json } from '../fields.ts';

/** A value of a document by its place: `order/total_price`, `0/name`, `list/[name=wan]/up`. Of several (`a|b`) the first that is there. */
export type Place = string;

/** Formats a value; null for one that is not shown. `at` returns the value at a place beside it. */
export type Form = (value: unknown, at: (place: Place) => unknown) => string | null;

/** The label of a value on the page, its place, and its format where its own name does not define it. */
export type Field = readonly [label: string, place: Place, form?: Form];

/** Objects of one kind, one per row. */
export interface Rows {
  /**
   * The place of a list, or of an object with one member per row (`@` is its name); a function for rows that are spread over
   * a document; or the name of each row with the prefix of its places.
   */
  of: Place | ((root: unknown) => unknown[]) | Readonly<Record<string, Place>>;
  columns: readonly Field[];
  /** Compares rows, for sorting. */
  order?: (a: Json, b: Json) => number;
}

/** How documents of one sender are recognised, and which of their values make the page. */
export interface Sender {
  /** Places that all of its documents have, or values there (`object_kind=pipeline`). */
  has: readonly string[];
  /** Places in braces, and words between them. Parts with an empty value are left out with their ` · `. */
  title: string;
  lead?: Field;
  /** The text that is shown first. */
  text?: Place;
  facts?: readonly Field[];
  rows?: Rows;
  /** Plain names of members that only programs read. Words of all others that the page leaves out are counted. */
  clutter?: string;
}
