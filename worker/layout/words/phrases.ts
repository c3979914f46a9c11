export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The words that pages add, in one language; `{n}` is a number, and plurals are named as in CLDR. */
export interface Phrases {
  readOn: string;
  /** Items that have no room. */
  more: Plural;
  /** Words that have no room; characters, in scripts without spaces. */
  moreWords: Plural;
  /** Mark of a text that is cut. */
  continues: string;
  pages: Plural;
  allDay: string;
  /** Text of an empty calendar. */
  noEvents: string;
  ingredients: string;
  method: string;
  /** State of an event or a product. */
  cancelled: string;
  postponed: string;
  soldOut: string;
  /** Values of data that are one or the other. */
  yes: string;
  no: string;
}
