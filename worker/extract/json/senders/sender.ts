import type { Json } from '../fields.ts';

/** A value of a document by its place: `order/total_price`, `0/name`, `list/[name=wan]/up`. Of several (`a|b`) the first that is there. */
export type Place = string;

/** How a value is written; null where it says nothing. `at` gives the value at a place beside it. */
export type Form = (value: unknown, at: (place: Place) => unknown) => string | null;

/** What a value is called on the page, where it stands, and how it is written where its own name does not say so. */
export type Field = readonly [label: string, place: Place, form?: Form];

/** Things of one kind, one below the other. */
export interface Rows {
  /**
   * The place of a list, or of an object that keeps things by their names (`@` is the name of each); a function for what is
   * spread over a document; or for each row its name and what its places begin with.
   */
  of: Place | ((root: unknown) => unknown[]) | Readonly<Record<string, Place>>;
  columns: readonly Field[];
  /** Which rows come first. */
  order?: (a: Json, b: Json) => number;
}

/** What is known of the documents of one sender: how they are recognized, and what of them a page is made of. */
export interface Sender {
  /** Places that all of its documents have, or values there (`object_kind=pipeline`). */
  has: readonly string[];
  /** Places in braces, with words of their own between them. Parts that have nothing to say are left out with their ` · `. */
  title: string;
  lead?: Field;
  /** A text of the owner's, which is read before all else. */
  text?: Place;
  facts?: readonly Field[];
  rows?: Rows;
  /** Plain names of members that only programs read. Words of all others that the page leaves out are counted. */
  clutter?: string;
}
