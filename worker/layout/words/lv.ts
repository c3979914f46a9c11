import type { Phrases } from './phrases.ts';

export const lv: Phrases = {
  readOn: 'Lasīt tālāk',
  more: { other: '+ vēl {n}' },
  moreWords: { zero: '+ {n} vārdu', one: '+ {n} vārds', other: '+ {n} vārdi' },
  continues: 'turpinājums',
  pages: { zero: '{n} lappušu', one: '{n} lappuse', other: '{n} lappuses' },
  allDay: 'visu dienu',
  noEvents: 'Nav pasākumu',
  ingredients: 'Sastāvdaļas',
  method: 'Pagatavošana',
  cancelled: 'Atcelts',
  postponed: 'Pārcelts',
  soldOut: 'Izpārdots',
  yes: 'jā',
  no: 'nē',
};
