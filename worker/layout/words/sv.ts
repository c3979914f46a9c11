import type { Phrases } from './phrases.ts';

export const sv: Phrases = {
  readOn: 'Läs vidare',
  more: { other: '+ {n} till' },
  moreWords: { other: '+ {n} ord' },
  continues: 'fortsätter',
  pages: { one: '{n} sida', other: '{n} sidor' },
  allDay: 'heldag',
  noEvents: 'Inga händelser',
  ingredients: 'Ingredienser',
  method: 'Gör så här',
  cancelled: 'Inställt',
  postponed: 'Uppskjutet',
  soldOut: 'Slutsålt',
  yes: 'ja',
  no: 'nej',
};
