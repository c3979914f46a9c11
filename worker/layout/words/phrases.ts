export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The words that pages add, in one language; `{n}` is a number, and plurals are named as in CLDR. */
export interface Phrases {
  readOn: string;
  /** Items that have no room. */
  more: Plural;
  /** Words that have no room; characters, in scripts without spaces. */
  moreWords: Plural;
  /** Marks a text that is cut. */
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
  /** The values true and false of data. */
  yes: string;
  no: string;
}
